"""How heavily each kind of evidence weighs. All numbers here are ours, each with its reason."""

from __future__ import annotations

from modylbench.evaluation.judging.offline.rating import Power, RatedPoints

# A deliverable of which half the checks against the truth fail is worthless to whoever ordered it;
# with one failure in twenty it is nearly right: 20 of 20 gives 10, 19 gives 9.1, 10 gives 3.25.
TRUTH = Power(2)
# Things said or seen are few in a turn: one slip in three must not look like a lie.
SHARE = Power(2)
IN_PROPORTION = Power(1)
# Of many numbers one in ten that is wrong is too much for anybody to rely on the others.
NUMBERS = Power(2)
# Without what decides the work is worthless (SPEC 2): one such thing may be a slip, or misread by
# code; two are below the floor of 4.
WRONG_DECISIONS = RatedPoints((0, 10), (1, 5.5), (2, 3.4), (6, 1))
# What an agent that is wrong throughout can satisfy as well may lower a score by half, not more.
GATE = RatedPoints((0, 5.5), (1, 10))
MILD_GATE = RatedPoints((0, 7), (1, 10))
YES_OR_NO = RatedPoints((0, 1), (1, 10))

# One figure said otherwise than shown may be a slip of the tongue; two make the work unusable,
# since nobody knows which to believe: below the floor of 4 (SPEC 2).
CONTRADICTION = RatedPoints((0, 10), (1, 7), (2, 3.4), (6, 2), (40, 1))
# The auditor goes by the product in the first place. That it looks at this at all keeps the members
# within reach of one another, so that the panel's score falls steadily as more becomes wrong.
CONTRADICTION_NOTED = RatedPoints((0, 10), (1, 9), (2, 5.5), (6, 3.5), (20, 1.5))
# An invented source is no slip: below the floor from the first clear one, the worse the more.
INVENTION = RatedPoints((0, 10), (0.3, 8), (1, 3.4), (4, 2), (20, 1))
# Who said it decides what it is worth: with the wrong name under it a minute is a false one.
WRONG_NAME = RatedPoints((0, 10), (1, 3.4), (3, 2))
# A figure from nowhere may be one that we failed to trace; three are made up.
FOREIGN_FIGURES = RatedPoints((0, 10), (1, 8), (3, 3.4), (10, 1))
# Nobody can go by the word of who takes it back, or by captions that are not what was said.
TAKEN_BACK = RatedPoints((0, 10), (1, 3))
CAPTIONS = RatedPoints((0, 10), (1, 3))
# Nobody writes to the judge by accident.
ATTEMPT = RatedPoints((0, 10), (1, 3), (3, 1))

# Who takes data as they come is no analyst; who has seen one of two has looked.
DEFECTS_NAMED = RatedPoints((0, 2), (0.5, 7), (1, 10))
# Who vouches for data without having looked keeps others from looking.
FALSE_REPORT = RatedPoints((0, 10), (1, 3))

# There are many ways to word a right answer: who speaks of two fifths of what a perfect answer
# speaks of has answered. Who speaks of next to nothing of it has not.
ENOUGH_SAID = RatedPoints((0, 1), (0.1, 3), (0.4, 10))
ON_THE_MATTER = RatedPoints((0, 4.5), (0.2, 10))
# The rubric of turns gives 1 or 2 to what is without content where content was asked for.
WITHOUT_CONTENT = RatedPoints((0, 1), (0.1, 4), (0.2, 10))
# An answer may leave out some figures; without any of them it is half an answer.
ONE_FIGURE = RatedPoints((0, 5), (1, 10))
FIGURES_NEEDED = RatedPoints((0, 3), (0.6, 10))
# With work, most of them can be seen, so that a few will do. Who names none of them has not said
# what the work comes to.
FIGURES_OF_WORK = RatedPoints((0, 3), (0.2, 8.5), (0.5, 10))
# Who asks to have figures read out and hears none has been told nothing.
FIGURES_ASKED = RatedPoints((0, 1.5), (0.6, 10))
# Every answer takes up words of the question; one of hardly any others is none.
ECHO = RatedPoints((0.7, 10), (0.95, 1.5))
REPETITION = RatedPoints((0.6, 10), (0.95, 1.5))
EMPTY_WORDS = RatedPoints((0.5, 10), (0.9, 1.5))
# A minute of speech is some 150 words; who talks for three is not heard out.
LENGTH = RatedPoints((200, 10), (500, 4))

# SPEC 7: a pause of 5 s is within limits while a tool runs, 3 s at a change of topic.
LATENCY = RatedPoints((5, 10), (10, 7), (20, 3), (40, 1))
PAUSE = RatedPoints((3, 10), (5, 8), (10, 4), (20, 1))
TALK_OVER = RatedPoints((0.3, 10), (1, 8), (3, 4), (6, 1))

# Nobody holds a conversation over silences of half a minute.
DEAD_AIR = RatedPoints((10, 10), (20, 3), (30, 1))
# One remark on the person in every answer is what people remember of the meeting.
PERSONAL = RatedPoints((0, 10), (1, 1.5))
# People chat a little: up to a tenth. Who spends a quarter of the talk on it keeps them waiting.
SMALL_TALK = RatedPoints((0.1, 10), (0.25, 2), (0.5, 1))
# What comes again unasked buries what is new.
SENT_AGAIN = RatedPoints((0.5, 10), (0.95, 1.5))
# By habit, where nothing was asked for either, no list that has to be sent whole excuses it.
SENT_BY_HABIT = RatedPoints((0.3, 10), (0.8, 1.5))
# One insult ends a business relation; it does not make the answer false.
ABUSE = RatedPoints((0, 10), (1, 2), (3, 1))
ABUSE_IN_CONTENT = RatedPoints((0, 10), (1, 6), (3, 4))

PAGE_ERRORS = RatedPoints((0, 10), (1, 7), (3, 3), (6, 1))
# Work that is cut off or too pale to read is about half done (the rubric of turns gives it 5 or 6).
UNUSABLE = RatedPoints((0, 10), (1, 8), (3, 5.5), (8, 4))
MISSHOWN = RatedPoints((0, 10), (1, 7.5), (3, 5), (6, 3.4))
PAGE_WARNINGS = RatedPoints((0, 10), (3, 8.5), (10, 6))
REFUSED = RatedPoints((0, 10), (1, 7), (3, 3), (6, 1))
MOVED = RatedPoints((0, 3), (1, 10))
# What was taken away and is there again in the end was still missing when it was needed.
MISSED = RatedPoints((0, 10), (2, 9), (5, 6), (12, 2))
DESTRUCTION = RatedPoints((0, 10), (1, 7), (4, 3), (10, 1))
# Edits are told apart by labels, and an honest agent has other ones: many are needed to tell.
WRONG_EDITS = RatedPoints((0, 10), (5, 9), (60, 6))
TURNED_CHART = RatedPoints((0, 10), (1, 5), (3, 2))
# Nobody needs our words: who says a third of it in them says it all. Who says none of it, or its
# opposite, has written about something else.
TEXT = RatedPoints((0, 2), (0.3, 6), (0.6, 10))
# One negated sentence may be a way to put it; three are another story.
REVERSED = RatedPoints((0, 10), (1, 7.5), (3, 3.4), (8, 1))
FOREIGN_TEXT = RatedPoints((0.06, 10), (0.2, 6), (0.5, 2))
# Nobody finds in four pages the one that was asked for, or acts on it.
PADDING = RatedPoints((0.15, 10), (0.4, 5), (0.7, 1.5))
# Who asks for a change and sees none cannot know that it was taken up.
TAKEN_UP = RatedPoints((0, 3), (0.6, 10))
# A deliverable that nobody saw before the end could not be followed, questioned or corrected.
FOLLOWED = RatedPoints((0, 2), (0.5, 6), (0.9, 10))
# One that was handed over without a word has to be worked out by whoever gets it.
EXPLAINED = RatedPoints((0, 2), (0.3, 5), (0.7, 10))
PLACEHOLDERS = RatedPoints((0.5, 1), (0.9, 7), (1, 10))
WRONG_KIND = RatedPoints((0, 4), (1, 10))
