"""Priority flow control on one lossless class, both ends of each link, from public material.

A lane is what a buffer holds of what came over one link. Past its threshold it has its sender
paused; once it has fallen below that by a gap, it lets the sender go on. A pause frame says what
holds when it leaves, and counts from when it arrives.
"""

MODULE = "PfcLossless"


class Lane:
    def __init__(self, c):
        self.c = c
        self.held = 0
        self.pausing = False
        self.limit = 0
        self.owed = False
        self.until_refresh = 0

    def room(self, size):
        cell = self.c["Cell"]
        return (size + cell - 1) // cell * cell

    def admit(self, size, threshold):
        after = self.held + self.room(size)
        if not self.pausing and after > threshold:
            self.limit = max(self.held, threshold)
            self.pausing = True
            self.owed = True
        if self.pausing and after > self.limit + self.c["Headroom"]:
            return
        self.held = after

    def release(self, size, threshold):
        self.held -= self.room(size)
        if self.pausing and self.held + self.c["Gap"] <= threshold:
            self.pausing = False
            self.limit = 0
            self.owed = True

    def send_pause(self):
        if not self.owed:
            raise Refused("there is nothing to say")
        self.owed = False
        self.until_refresh = self.c["RefreshAfter"] if self.pausing else 0
        return [{"time": self.c["Pause"] if self.pausing else 0}]

    def due(self):
        return self.pausing and not self.owed and self.until_refresh == 0

    def refresh(self):
        if not self.due():
            raise Refused("no refresh is due")
        self.owed = True

    def elapse(self):
        self.until_refresh = max(0, self.until_refresh - 1)


class Port:
    def __init__(self):
        self.left = 0

    def begin(self):
        if self.left > 0:
            raise Refused("it is paused")

    def receive_pause(self, time, age):
        self.left = max(0, time - age)

    def elapse(self):
        self.left = max(0, self.left - 1)


class Implementation:
    def __init__(self, c):
        self.c = c
        self.flows = c["Flows"]
        self.lanes = [Lane(c) for _ in range(c["Links"])]
        self.ports = [Port() for _ in range(c["Links"])]

    def own(self):
        return {
            "held": [lane.held for lane in self.lanes],
            "pausing": [lane.pausing for lane in self.lanes],
            "limit": [lane.limit for lane in self.lanes],
            "owed": [lane.owed for lane in self.lanes],
            "untilRefresh": [lane.until_refresh for lane in self.lanes],
            "left": [port.left for port in self.ports],
        }

    def Begin(self, takes, before, f, size):
        first = self.flows[f - 1][0] - 1
        if before["busy"][first] > 0:
            raise Refused("a frame is on the link")
        self.ports[first].begin()

    def ReceivePause(self, takes, before, l):
        pauses = before["pauses"][l - 1]
        if not pauses or pauses[0]["due"] > 0:
            raise Refused("no pause frame has come")
        self.ports[l - 1].receive_pause(pauses[0]["time"], -pauses[0]["due"])

    def Admit(self, takes, before, l, t):
        frames = before["onLink"][l - 1]
        if not frames or frames[0]["due"] > 0:
            raise Refused("no frame has come")
        self.lanes[l - 1].admit(frames[0]["size"], t)

    def Release(self, takes, before, l, f, size, t):
        if before["waiting"][l - 1][f - 1][size - 1] == 0:
            raise Refused("no such frame waits")
        way = self.flows[f - 1]
        at = way.index(l)
        if at + 1 < len(way):
            if before["busy"][way[at + 1] - 1] > 0:
                raise Refused("a frame is on the link")
            self.ports[way[at + 1] - 1].begin()
        self.lanes[l - 1].release(size, t)

    def SendPause(self, takes, before, l):
        if any(one["due"] > self.c["Cable"] for one in before["pauses"][l - 1]):
            raise Refused("the last one has not left")
        return self.lanes[l - 1].send_pause()

    def Refresh(self, takes, before, l):
        self.lanes[l - 1].refresh()

    def Elapse(self, takes, before):
        for at, lane in enumerate(self.lanes):
            frames, pauses = before["onLink"][at], before["pauses"][at]
            if (
                lane.due()
                or (lane.owed and before["waited"][at] == self.c["OwnFrame"])
                or (frames and frames[0]["due"] == 0)
                or (pauses and pauses[0]["due"] == -self.c["Response"])
            ):
                raise Refused("something must happen first")
        for lane in self.lanes:
            lane.elapse()
        for port in self.ports:
            port.elapse()
