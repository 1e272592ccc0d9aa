"""Is a bot sound?"""
