"""What was promised before the first game, and whether it was kept?"""
