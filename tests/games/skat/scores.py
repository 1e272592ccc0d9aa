"""Worked examples of Skat scores, for the compiled rules and the naive ones alike."""

# Each row: game with its announcements, tops, bid, declarer's points with the skat, his tricks, signed score.
# After the game letter: H Hand, S Schneider announced, Z Schwarz announced, O Ouvert.

SCORE_TABLE = [
    # Plain games, won and lost, with the limits of 61, 90 and 30 points and of ten and no tricks.
    ("D", 1, 18, 61, 6, 18),
    ("D", 1, 18, 60, 6, -36),
    ("H", 2, 20, 70, 6, 30),
    ("C", 6, 24, 75, 7, 84),
    ("S", 4, 33, 95, 9, 66),
    ("S", 5, 55, 61, 6, 66),
    ("GH", 2, 48, 92, 8, 120),
    ("G", 1, 18, 89, 8, 48),
    ("G", 1, 18, 90, 8, 72),
    ("G", 4, 18, 120, 10, 168),
    ("S", 1, 18, 120, 9, 33),
    ("C", 1, 18, 31, 3, -48),
    ("C", 1, 18, 30, 3, -72),
    ("C", 1, 18, 14, 0, -96),
    # Bids that are just reached or not reached.
    ("D", 1, 27, 92, 8, 27),
    ("D", 1, 27, 80, 8, -54),
    ("D", 1, 33, 75, 7, -72),
    ("H", 1, 48, 20, 3, -100),
    ("HH", 1, 59, 82, 8, -120),
    ("SH", 1, 72, 65, 6, -154),
    ("HH", 2, 18, 93, 8, 50),
    ("DH", 1, 36, 90, 8, 36),
    ("DH", 1, 45, 90, 8, -90),
    # Announced games.
    ("CHS", 1, 18, 95, 9, 60),
    ("CHS", 1, 18, 120, 10, 72),
    ("CHS", 1, 18, 85, 8, -120),
    ("CHS", 1, 18, 25, 2, -120),
    ("CHZ", 3, 40, 120, 10, 108),
    ("CHZ", 1, 18, 117, 9, -168),
    ("CO", 2, 18, 120, 10, 108),
    ("CO", 1, 18, 13, 0, -192),
    ("GO", 4, 18, 120, 10, 264),
    ("GO", 4, 18, 106, 8, -528),
    ("CO", 11, 18, 120, 10, 216),
    ("DO", 11, 18, 120, 10, 162),
    # Long runs of tops.
    ("C", 11, 24, 61, 6, 144),
    ("GH", 4, 18, 61, 6, 144),
    ("G", 1, 48, 12, 1, -144),
    # The four kinds of Null, won and lost.
    ("N", 0, 18, 0, 0, 23),
    ("NH", 0, 18, 0, 0, 35),
    ("NO", 0, 18, 0, 0, 46),
    ("NOH", 0, 18, 0, 0, 59),
    ("N", 0, 18, 5, 1, -46),
    ("NH", 0, 18, 5, 1, -70),
    ("NO", 0, 18, 5, 1, -92),
    ("NOH", 0, 18, 5, 1, -118),
]
