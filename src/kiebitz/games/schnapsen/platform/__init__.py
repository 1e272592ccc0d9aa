"""The interface of the university's Schnapsen platform, so that its bots play here unchanged.

``importing`` lets a bot's file find it under the platform's names, ``deck``, ``game`` and ``bots`` hold what
the platform's modules of these names offer, ``seats`` shows a view of ours as one of its perspectives. The
rules are not written a second time: positions are our state vectors, and our compiled kernels play on them.
"""
