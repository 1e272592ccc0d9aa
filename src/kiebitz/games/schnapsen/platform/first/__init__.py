"""The interface of the first generation of the university's Schnapsen platform, for the bots written to it.

``state``, ``deck``, ``util`` and ``engine`` hold what the platform's package ``api`` offers, ``kb`` is its
knowledge base; ``seat`` shows a view of ours as one of its states. Rules and worlds are our compiled kernels.
"""
