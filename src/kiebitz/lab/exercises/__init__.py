"""Sheets of exercises, made from games between agents or from records, and graded."""
