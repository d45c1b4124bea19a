"""One class of a switch's port that may be paused, and a watchdog that looks at it from time to time.

Written from public descriptions: a class whose frames a pause holds up from poll to poll is in a
storm after so many polls, and out of it after so many polls without a frame that asks for a pause.
"""

MODULE = "PauseWatchdog"


class Implementation:
    def __init__(self, c):
        self.c = c
        self.left = 0
        self.waiting = 0
        self.storming = False
        self.polls = 0
        self.until_poll = c["PollTime"]
        self.unbroken = False
        self.waited = False
        self.came = False

    def own(self):
        return {
            "left": self.left,
            "waiting": self.waiting,
            "storming": self.storming,
            "polls": self.polls,
            "untilPoll": self.until_poll,
            "unbroken": self.unbroken,
            "waited": self.waited,
            "came": self.came,
        }

    def drops(self):
        return self.storming and self.c["Drops"]

    def Arrive(self, takes, before):
        if self.drops():
            return
        self.waiting += 1

    def Begin(self, takes, before):
        if self.left > 0 and not (self.storming and not self.c["Drops"]):
            raise Refused("it is paused")
        if self.waiting == 0:
            raise Refused("nothing waits")
        self.waiting -= 1

    def ReceivePause(self, takes, before, time):
        self.left = time
        if time == 0:
            self.unbroken = False
        else:
            self.came = True

    def Poll(self, takes, before):
        if self.until_poll > 0:
            raise Refused("no poll is due")
        stuck = self.unbroken and self.waited
        self.waited = self.waiting > 0
        if self.storming:
            self.polls = self.polls + 1 if self.left == 0 and not self.came else 0
            if self.polls == self.c["RestorePolls"]:
                self.storming = False
                self.polls = 0
        else:
            self.polls = self.polls + 1 if stuck else 0
            if self.polls == self.c["DetectPolls"]:
                self.storming = True
                self.polls = 0
                if self.c["Drops"]:
                    self.waiting = 0
        self.unbroken = self.left > 0
        self.came = False
        self.until_poll = self.c["PollTime"]

    def Elapse(self, takes, before):
        if self.until_poll == 0:
            raise Refused("a poll is due")
        self.until_poll -= 1
        self.left = max(0, self.left - 1)
        if self.left == 0:
            self.unbroken = False
