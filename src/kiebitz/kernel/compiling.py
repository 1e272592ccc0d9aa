# mypy: allow-untyped-calls
"""What a kernel becomes: a part of other kernels, and a door through which Python comes in.

A *part* is a kernel's code before it is optimised. It is put into the kernels that call it and never runs by
itself, so it needs no machine code. A *door* is machine code with all parts in it that are needed, and with
what a call from Python requires. Few kernels are called from Python, and most of the time of a compiler goes
into optimising, machine code and doors.

What is not to be put into its callers has a *body*: machine code without a door, which others find by name.
The name is the same in every process.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType
from typing import Any
from weakref import WeakValueDictionary

import llvmlite.binding as llvm
from numba.core import sigutils, types
from numba.core.bytecode import FunctionIdentity
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, CompileResult
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.core.runtime.nrt import rtsys
from numba.core.typing.templates import make_concrete_template
from numba.core.untyped_passes import ExtractByteCode

from kiebitz.kernel.caching import Packing, cache_of
from kiebitz.kernel.frugal import frugally
from kiebitz.kernel.refusals import cut_return
from kiebitz.kernel.sources import Stamp

_KNOWN: WeakValueDictionary[str, CompiledKernel] = WeakValueDictionary()
"""The kernels of this process by their fingerprints. A kernel exists before those that call it."""


class Part(JITCodeLibrary):
    """Code that is there to be linked into other code: nothing is optimised, nothing becomes machine code."""

    key: tuple[str, Any] = ("", None)  # the kernel's fingerprint, and the types that it was compiled for

    def finalize(self) -> None:
        """Take in code of Numba's own, except for what is added wherever machine code is made."""
        for library in self._linking_libraries:
            if not isinstance(library, Part) and library is not rtsys.library:
                self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._linking_libraries = [each for each in self._linking_libraries if isinstance(each, Part)]
        self._finalize_dynamic_globals()
        self._finalized = True

    def closure(self) -> dict[str, Part]:
        """This part and all that it needs, by name."""
        found: dict[str, Part] = {}
        waiting = [self]
        while waiting:
            part = waiting.pop()
            if part.name_of_code not in found:
                found[part.name_of_code] = part
                waiting.extend(part._linking_libraries)
        return found

    @property
    def name_of_code(self) -> str:
        return str(self.key)


class _PartPacking(Packing):
    """A part as bytes: its code, and by fingerprint the parts that it needs."""

    kind = "part"

    def reduce(self, cres: Any) -> Any:
        part, fndesc = cres.library, cres.fndesc
        fndesc.typemap = fndesc.calltypes = None  # those cannot be written
        links = [library.key for library in part._linking_libraries]
        code = part._get_module_for_linking().as_bitcode()
        envs = tuple(cres._find_referenced_environments())
        return part.name, code, links, fndesc, cres.environment, cres.signature, cres.reload_init, envs

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        name, code, links, fndesc, env, signature, reload_init, envs = payload
        for load in reload_init:
            load()
        part = Part(target_context.codegen(), name)
        part._final_module = llvm.parse_bitcode(code)
        part._shared_module = part._final_module
        part._linking_libraries = [_KNOWN[print_].part(arguments).library for print_, arguments in links]
        part.finalize()
        return _result(target_context, part, fndesc, env, signature, reload_init, envs)


class _CodePacking(Packing):
    """Machine code as bytes. The environment of a door has more constants than that of its part."""

    def reduce(self, cres: Any) -> Any:
        return *super().reduce(cres), cres.environment.consts

    def rebuild(self, target_context: Any, payload: Any) -> Any:
        *payload, constants = payload
        made = super().rebuild(target_context, payload)
        made.environment.consts[:] = max(made.environment.consts, constants, key=len)
        return made


class _BodyPacking(_CodePacking):
    kind = "body"


class _DoorPacking(_CodePacking):
    kind = "door"


def _result(context: Any, library: Any, fndesc: Any, env: Any, signature: Any, reload: Any, envs: Any) -> Any:
    empty: dict[str, Any] = dict.fromkeys(CompileResult._fields)
    return CompileResult(
        **{
            **empty,
            "typing_context": context.typing_context,
            "target_context": context,
            "library": library,
            "fndesc": fndesc,
            "environment": env,
            "signature": signature,
            "objectmode": False,
            "lifted": (),
            "reload_init": reload,
            "referenced_envs": envs,
        }
    )


class _PartCompiler(Compiler):
    """Compiles a function to a part, and names its code by the kernel's fingerprint and types alone.

    Numba would add how many functions the process had compiled before.
    """

    def compile_extra(self, func: FunctionType) -> Any:
        state = self.state
        identity = FunctionIdentity.from_function(func)
        identity.unique_id, identity.unique_name = 0, identity.func_qualname
        state.func_id = identity
        state.library = Part(state.targetctx.codegen(), identity.func_qualname)
        flags = state.flags
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        ExtractByteCode().run_pass(state)
        state.lifted, state.lifted_from = (), None
        compiled = self._compile_bytecode()
        if cut := cut_return(state):
            raise TypeError(
                f"The kernel {func.__name__} returns {cut} numbers where whole ones are declared; "
                "it would cut them: divide with //."
            )
        return compiled


class CompiledKernel(CPUDispatcher):
    """A kernel: other kernels get its part, Python its door; both are made or loaded when they are needed."""

    _compiler: Any
    _insert: Any
    declared: str  # its signature
    stamp: Stamp  # what its file was like
    same_as: CompiledKernel  # if there is one that does the same for every processor
    gives_arrays: bool

    def __init__(self, function: FunctionType, flags: dict[str, Any], signature: Any, print_: str) -> None:
        options = {"nopython": True, "boundscheck": None, **flags}
        super().__init__(function, targetoptions=options, pipeline_class=_PartCompiler)
        self.fingerprint = print_
        self.only = signature
        self.stands_outside = signature is not None and not flags["forceinline"]
        self.outside: tuple[CompiledKernel, ...] = ()  # kernels with bodies that it needs
        self._parts = cache_of(function, print_, _PartPacking)
        self._bodies = cache_of(function, print_, _BodyPacking)
        self._doors = cache_of(function, print_, _DoorPacking)
        self._template: Any = None
        self._body: Any = None
        self._opened: dict[Any, Any] = {}
        _KNOWN[print_] = self

    def make_part(self) -> None:
        """Compile the part, if it is not in the cache."""
        if not self._parts.holds():
            self.part(self.only)

    def part(self, arguments: Any) -> Any:
        """The compiled part for types of arguments."""
        signature = self.only or arguments
        args, return_type = sigutils.normalize_signature(signature)
        with global_compiler_lock:
            if args in self.overloads:
                return self.overloads[args]
            with self._compiling_counter, self._parts.turn(), frugally():
                found = self._parts.load_overload(signature, self.targetctx)
                is_new = found is None
                if is_new:
                    found = self._compiler.compile(args, return_type)
                    found.library.finalize()
                    self._check(found.signature)
                found.library.key = self.fingerprint, args
                found = found._replace(entry_point=_Entry())
                libraries = () if self.stands_outside else [found.library]
                self.targetctx.insert_user_function(found.entry_point, found.fndesc, libraries)
                self.overloads[args] = found
                if is_new:
                    self._parts.save_overload(signature, found)
            return found

    def _check(self, signature: Any) -> None:
        if not self.targetoptions["_nrt"] and has_array(signature.return_type):
            raise TypeError(f"The kernel {self.py_func.__name__} may not return an array that it was given.")

    def compile(self, sig: Any) -> Any:
        return self.part(sig).entry_point

    @property
    def nopython_signatures(self) -> list[Any]:
        return [self.only] if self.only else super().nopython_signatures

    def get_function_type(self) -> Any:
        return types.FunctionType(self.only) if self.only else super().get_function_type()

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What Numba asks for when another kernel calls this one."""
        pysig, args = self._compiler.fold_argument_types(args, kws)
        self.part(tuple(args))
        if self._template is None or self.only is None:
            name, known = self.py_func.__name__, self.nopython_signatures
            self._template = make_concrete_template(f"CallTemplate({name})", key=name, signatures=known)
        return self._template, pysig, args, {}

    def body(self) -> Any:
        """Machine code that kernels find by its name."""
        with global_compiler_lock:
            if self._body is None:
                self._body = self._machine_code(self.only, self._bodies, with_door=False)
        return self._body

    def door(self, arguments: Any = None) -> Any:
        """Machine code that Python can call."""
        signature = self.only or arguments
        args, _ = sigutils.normalize_signature(signature)
        with global_compiler_lock:  # two doors of one kind would make every call ambiguous
            if args not in self._opened:
                made = self._machine_code(signature, self._doors, with_door=True)
                self._opened[args] = made
                self._insert([each._code for each in args], made.entry_point, False)
                self._can_compile = self.only is None
        return self._opened[args]

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """What a call from Python comes to as long as there is no door."""
        self.door(None if self.only else tuple(self.typeof_pyval(each) for each in args))
        return self  # which is called again

    def get_compile_result(self, sig: Any) -> Any:
        """What Numba asks for when a kernel is passed on as a value."""
        return self.door(sig)

    def _machine_code(self, signature: Any, cache: Any, with_door: bool) -> Any:
        with global_compiler_lock:
            others = [*self.outside, self] if self.stands_outside and with_door else self.outside
            bodies = [each.body().library for each in others]
            with cache.turn(), frugally():
                made = cache.load_overload(signature, self.targetctx)
                if made is None:
                    made = self._link(self.part(signature), with_door)
                    cache.save_overload(signature, made)
            made.library.bodies = bodies  # they live as long as what refers to them
            return made

    def _link(self, part: Any, with_door: bool) -> Any:
        context, fndesc, env = part.target_context, part.fndesc, part.environment
        library = context.codegen().create_library(fndesc.qualname)
        library.enable_object_caching()
        needed = part.library.closure()
        if with_door:
            if self.targetoptions["_nrt"]:
                context = context.subtarget(enable_nrt=True)
            context.create_cpython_wrapper(library, fndesc, env, None, release_gil=True)
            context.create_cfunc_wrapper(library, fndesc, env, None)
        if self.stands_outside:
            del needed[part.library.name_of_code]
            if with_door:
                needed = {}
            else:
                own = part.library._final_module.clone()
                own.get_function(fndesc.llvm_func_name).linkage = "external"  # else it counts as unused
                library._final_module.link_in(own)
        for each in needed.values():
            library.add_linking_library(each)
        if any(_KNOWN[part.key[0]].targetoptions["_nrt"] for part in needed.values()):
            library.add_linking_library(rtsys.library)
        entry = context.get_executable(library, fndesc, env)
        made = part._replace(library=library, entry_point=entry)
        for env in made._find_referenced_environments():
            library.codegen.set_env(env.env_name, env)
        return made


class _Entry:
    """Stands for a part where Numba expects the function that it has compiled."""


def has_array(kind: Any) -> bool:
    """Is a type of Numba an array, or a tuple with one?"""
    return isinstance(kind, types.Array) or any(map(has_array, getattr(kind, "types", ())))


def kernels_in(values: Any) -> Iterator[CompiledKernel]:
    """The kernels among values that a kernel uses."""
    for value in values:
        if isinstance(value, CompiledKernel):
            yield value
        elif isinstance(value, tuple):
            yield from kernels_in(value)
