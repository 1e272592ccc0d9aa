// Questions to the server over HTTP; what it refuses is thrown as an error with its own saying.

export async function fetched(path, options) {
  const response = await fetch(path, options);
  if (response.ok) return response;
  const { error, said } = await response.json().catch(() => ({}));
  throw Object.assign(new Error(error || response.statusText), { said });
}

export async function post(path, body, headers = {}) {
  const options = {
    method: "POST", headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body),
  };
  return (await fetched(path, options)).json();
}

let asked = null;

/** What can be played here, and against whom; asked for once. */
export function games() {
  asked ??= fetched("/api/games").then((response) => response.json());
  return asked;
}
