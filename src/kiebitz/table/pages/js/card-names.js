// Names of cards in languages that the pages do not speak; a stem is how a suit stands in the name of a card.

export const nl = {
  suits: { C: "klaveren", S: "schoppen", H: "harten", D: "ruiten" },
  stems: { C: "klaver", S: "schoppen", H: "harten", D: "ruiten" },
  ranks: {
    A: "aas", K: "heer", Q: "vrouw", J: "boer", T: "tien", 9: "negen", 8: "acht", 7: "zeven", 6: "zes", 5: "vijf",
    4: "vier", 3: "drie", 2: "twee",
  },
  letters: { K: "H", Q: "V", J: "B" },
  card: (rank, of) => of + rank,
};

export const ru = {
  suits: { C: "трефы", S: "пики", H: "червы", D: "бубны" },
  stems: { C: "треф", S: "пик", H: "червей", D: "бубен" },
  ranks: {
    A: "туз", K: "король", Q: "дама", J: "валет", T: "десятка", 9: "девятка", 8: "восьмёрка", 7: "семёрка",
    6: "шестёрка", 5: "пятёрка", 4: "четвёрка", 3: "тройка", 2: "двойка",
  },
  letters: { A: "Т", K: "К", Q: "Д", J: "В" },
  card: (rank, of) => `${rank} ${of}`,
};
