// The clock of figures that run together. Each simulation has its own host, all in one Worker; frames are asked of all of them for the same step, and
// time goes on only when all have come there. Whoever is led by a person or by the page around leads the others: what is asked of its host about time
// is seen on its way there (simulation/watched-connection.ts).
import type { Figure } from '../figure/figure';
import { FixedClock } from '../simulation/fixed-clock';
import { HostsInOneWorker } from '../simulation/hosts-in-one-worker';
import type { Connect } from '../simulation/connection';
import type { Frame, FrameTarget, ToHost } from '../simulation/protocol';
import { watched } from '../simulation/watched-connection';
import { leaveSeat, takeSeat } from './seats';

const kStoppedFrames = 4; // in a row: its host has paused by itself
const kNowhere: FrameTarget = { step: 0, alpha: 1 }; // a frame without a step

type Member = {
  readonly figure: Figure;
  /** Of its frames; they say where it was led while it stands. */
  step: number;
  stopped: number;
  /** It is being brought to where the others are. */
  busy: number;
  readonly leave: readonly (() => void)[];
};

/** A figure that may join. */
export class Ticket {
  readonly lockstep: Lockstep;
  readonly connect: Connect;
  member: Member | null = null;

  constructor(lockstep: Lockstep, workers: HostsInOneWorker) {
    this.lockstep = lockstep;
    this.connect = watched(workers.connect, {
      target: (now) => this.member && lockstep.target(now),
      sends: (message) => this.member && lockstep.hear(this.member, message),
    });
  }
}

const locksteps = new WeakMap<object, Lockstep>();

export class Lockstep {
  /** Where they stand, or where they are going. */
  step = 0;
  plays = false;
  readonly #members = new Set<Member>();
  readonly #workers = new HostsInOneWorker();
  readonly #clock = new FixedClock(60);
  readonly #resetting = new Set<Member>();
  readonly #settling = new Set<Promise<void>>();
  #opening = 0; // figures that will join
  #holds = 0; // time does not go on while there are any
  #turn = 0; // counts plays and pauses
  #resets = 0; // counts them
  #lastTick = Number.NaN;
  #frame = 0;
  #seats = 0;
  #seated: Promise<void> | null = null;

  /** That of a group. */
  static of(group: object): Lockstep {
    let lockstep = locksteps.get(group);
    if (!lockstep) locksteps.set(group, (lockstep = new Lockstep()));
    return lockstep;
  }

  /** For a figure that opens: time waits for it, until it has joined or left. All have one seat. */
  async enter(): Promise<Ticket> {
    this.#opening += 1;
    this.#seats += 1;
    this.#seated ??= takeSeat();
    await this.#seated;
    return new Ticket(this, this.#workers);
  }

  /** It has ended, or does not open. When all have, another one may have their seat. */
  exit({ member }: Ticket): void {
    if (!member) this.#opening -= 1;
    else this.#leave(member);
    this.#seats -= 1;
    if (this.#seats > 0) return;
    const seated = this.#seated;
    this.#seated = null;
    void seated?.then(leaveSeat);
  }

  /** The first says where the group stands and whether it plays; the others come there. */
  async join(ticket: Ticket, figure: Figure, plays: boolean): Promise<void> {
    const member: Member = {
      figure,
      step: figure.simulation.run.step,
      stopped: 0,
      busy: 0,
      leave: [figure.shown.on((frame) => this.#show(member, frame))],
    };
    ticket.member = member;
    this.#members.add(member);
    if (this.#members.size === 1) {
      this.step = member.step;
      this.#clock.stepsPerSecond = figure.stepsPerSecond;
      this.#clock.rate = figure.time.rate;
      this.plays = false;
      if (plays) this.#letRun(member);
    } else {
      figure.time.setRate(this.#clock.rate);
      await this.#settle(async () => {
        this.#holds += 1;
        member.busy += 1;
        await this.#bring(member);
        member.busy -= 1;
        if (this.plays) this.#letRun(member);
        this.#holds -= 1;
      });
    }
    this.#opening -= 1;
    this.#clock.restart();
  }

  #leave(member: Member): void {
    this.#members.delete(member);
    member.leave.forEach((off) => off());
    if (this.#members.size > 0) return;
    this.plays = false;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
  }

  /** The others come to where this one stands now. */
  async lead({ member }: Ticket): Promise<void> {
    if (member && !this.plays) this.#follow(member);
    await this.settled();
  }

  /** Resolves when nobody is on the way to the others. */
  async settled(): Promise<void> {
    while (this.#settling.size > 0) await Promise.all(this.#settling);
  }

  // ---- what hosts are asked ----

  /** Where a frame goes. */
  target(now: number): FrameTarget | null {
    if (!this.plays) return null;
    if (this.#holds > 0 || this.#opening > 0) return kNowhere;
    this.#tick(now);
    this.#schedule();
    return { step: this.step, alpha: this.#clock.alpha };
  }

  // Once a displayed frame, and only when all are where they were to be.
  #tick(now: number): void {
    if (now === this.#lastTick) return;
    this.#lastTick = now;
    for (const { figure } of this.#members) if (figure.simulation.run.step !== this.step) return;
    this.step += this.#clock.advance(now);
  }

  // Frames of those out of sight, too.
  #schedule(): void {
    this.#frame ||= requestAnimationFrame((now) => {
      this.#frame = 0;
      if (!this.plays) return;
      for (const { figure } of this.#members) figure.simulation.requestFrame(now);
    });
  }

  /** A figure sends this to its host. */
  hear(member: Member, message: ToHost): void {
    if (message.type === 'rate') return this.#setRate(message.rate);
    if (message.type === 'reset') return this.#reset(member);
    if (member.busy > 0) return;
    if (message.type === 'play' && !this.plays) this.#play(member);
    else if (['pause', 'step', 'seek', 'rewrite'].includes(message.type) && this.plays) this.#stop(member);
  }

  #setRate(rate: number): void {
    if (rate === this.#clock.rate) return;
    this.#clock.rate = rate;
    for (const { figure } of this.#members) if (figure.time.rate !== rate) figure.time.setRate(rate);
  }

  #reset(leader: Member): void {
    if (this.#resetting.delete(leader)) return;
    this.step = 0;
    this.#resets += 1;
    for (const member of this.#othersOf(leader)) {
      this.#resetting.add(member);
      void this.#settle(() => member.figure.actions.reset());
    }
  }

  #play(leader: Member): void {
    this.plays = true;
    this.#turn += 1;
    const turn = this.#turn;
    void this.#follow(leader).then(() => {
      if (turn !== this.#turn) return;
      for (const member of this.#members) this.#letRun(member);
      this.#clock.restart();
    });
  }

  #letRun(member: Member): void {
    const { figure } = member;
    this.plays = true;
    member.stopped = 0;
    figure.time.setPlaying(true);
    figure.simulation.play();
    figure.wake();
  }

  #stop(leader: Member): void {
    this.plays = false;
    this.#turn += 1;
    for (const { figure } of this.#othersOf(leader)) {
      figure.simulation.pause();
      figure.time.setPlaying(false);
    }
    void this.#follow(leader);
  }

  // ---- where they stand ----

  #show(member: Member, { step, playing }: Frame): void {
    const wasLed = !this.plays && member.busy === 0 && step !== member.step && step !== this.step;
    member.step = step;
    if (wasLed) void this.#follow(member);
    if (!this.plays || this.#holds > 0 || playing) member.stopped = 0;
    else if (++member.stopped === kStoppedFrames) this.#stop(member);
  }

  #othersOf(leader: Member): Member[] {
    return [...this.#members].filter((member) => member !== leader);
  }

  // All others go to where one stands.
  #follow(leader: Member): Promise<void> {
    const others = this.#othersOf(leader);
    this.#holds += 1;
    for (const member of others) member.busy += 1;
    return this.#settle(async () => {
      try {
        const resets = this.#resets;
        const { step } = await leader.figure.simulation.stand();
        if (resets === this.#resets) this.step = step;
        await Promise.all(others.map((member) => this.#bring(member)));
      } finally {
        for (const member of others) member.busy -= 1;
        this.#holds -= 1;
      }
    });
  }

  async #bring(member: Member): Promise<void> {
    const { simulation } = member.figure;
    for (let stands = await simulation.stand(); stands.step !== this.step && this.#members.has(member); ) {
      const wanted = this.step;
      stands = await simulation.seek(wanted);
      if (stands.step !== wanted && wanted === this.step) break; // another seek, or its engine, ended this one
    }
    member.step = simulation.run.step;
    member.figure.wake();
  }

  // What fails is said by the figure that fails.
  #settle(work: () => Promise<void>): Promise<void> {
    const settling = work()
      .catch(() => {})
      .then(() => void this.#settling.delete(settling));
    this.#settling.add(settling);
    return settling;
  }
}
