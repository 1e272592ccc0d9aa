"""How sure is it?"""
