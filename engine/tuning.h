// Every tuning constant of the engine, with its unit, its reason, and what happens when it changes.
// (Limits of what a scene may say are in scene/limits.h.)
#pragma once
#include <cstddef>

namespace tumble {

// --- collision ---------------------------------------------------------------------------------------------------------
/// m. Two surfaces closer than this get a contact point before they touch, so that a resting box keeps its points while it
/// trembles. Larger: more points to solve; smaller: points come and go.
constexpr float kSpeculativeMargin = 0.02f;
/// m. An edge-edge axis, or a change of axis, must be better than the present one by about this much. Larger: stale normals;
/// smaller: manifolds flicker between two axes. Scaled down for boxes below half a metre (1 % of the smaller box).
constexpr float kLinearSlop = 0.005f;
/// sin^2 of the angle between two edges (0.3 degrees) below which their cross product is no separating axis: it would be
/// noise. Larger: crossing edges at small angles are taken for faces; smaller: the noise shows in normals.
constexpr float kParallelEdges = 2.5e-5f;
/// m and rad. While two boxes have moved less than this since their manifold was made, only its separations are updated (to
/// first order; what is left out is below 1e-6 m). Scaled down for small boxes (0.4 % of the middle half side). Larger: fewer
/// manifolds and rows are made anew, but normals and contact points lag behind; smaller: a trembling pile costs more (at half
/// of it a tenth, in a heap of 10,000).
constexpr float kRecycleDistance = 0.001f;
constexpr float kRecycleAngle = 0.001f;
/// 1/s. In shorter steps that much less: levers are those of a middle of the step that soon lies behind, and a block that topples slowly would
/// be behind by 1 %, however fine the step.
constexpr float kRecycleRate = 64;
/// rad. Levers of contacts are those of the middle of the step, as far as the bodies turn by no more than this until then. Above about
/// 0.3 they come out too long; at 0 a block that topples is behind by 2 %.
constexpr float kMostMidStepRotation = 0.1f;
/// m/s. Rows have the velocity of precession of a body if it changes the velocity of its surface by more than this in half a step. Larger: fast
/// tumbling bodies sink in and are thrown out; smaller: rows of ordinary heaps are made anew in each step.
constexpr double kSlowestWobble = 0.02;
/// m/s. The same of bodies that roll, whose rows have the rest of the acceleration of a contact: with kSlowestWobble a coin on its rim gains 0.2 % of its energy in
/// 5 s, with this 1e-6 of it; with 1e-4 a can at 2 m/s turns by 23 degrees in 8 s, from rounding on, with this by 1.
constexpr double kSlowestWobbleOfRolling = 1e-7;
/// m/s. Of bodies with a hull, which pivot. Smaller: a prism of 64 sides at 8 m/s sinks in by 0.032 instead of 0.03 of its radius.
constexpr double kSlowestWobbleOfPivoting = 1e-4;
/// rad/s. Of what rolls or pivots more slowly, the square of its rate adds less to an acceleration than 1e-5 m/s^2 a metre, and its rows have no such
/// term. Larger: rows are wrong by that; at 0 those of a heap of mixed shapes at rest are prepared with terms that change nothing.
constexpr float kSlowestRolling = 3e-3f;
/// Square of the sine of the angle between the normal and the axis of a cylinder or cone that lies on a generator, at least; on its face it is 0.
constexpr double kLeastGenerator = 0.01;
/// rad. What a contact turns by in half a step, at most, for its lever, and its precession, to be predicted. Larger: after a rotation stops the lever
/// is wrong for a step; bodies that whirl gain energy.
constexpr float kMostBend = 0.3f;
/// m. Boxes whose faces are this near lie flush, and their seam is not felt (at most 1 % of the thinnest side): authors round by
/// 0.1 mm and less. Larger: low steps vanish; at a millimetre they would all. Smaller: rounding is a wall.
constexpr double kFlush = 2.5e-4;
/// m. Margin of the fat box of a collider (at most this, at most 12.5 % of its size). Larger: more pairs that do not touch;
/// smaller: the broad phase works more often.
constexpr float kFatMargin = 0.05f;
/// Steps of motion, at the present velocity, that a new fat box has room for (at most by the size of the collider). Larger:
/// more pairs of fast bodies that do not touch; smaller: the broad phase of a falling heap works in every step.
constexpr float kFatSteps = 5;
/// Pairs of overlapping fat boxes that a world may have. A pile of cubes has about 6 per body; far more means that bodies
/// were put into each other, and the step would take seconds.
constexpr unsigned kMaxPairs = 400000;

/// 1. The same for round shapes, in worlds whose steps are not divided finely, as a share. Larger: what rolls slowly bears on points that lie behind; at 0
/// a heap of 1,000 mixed shapes at rest costs three times as much.
constexpr float kRecycleRoundShare = 0.1f;

/// The pool of contacts is sorted again when one of so many contacts is new. More often copies more; less often a heap of
/// 10,000, whose contacts do not fit the cache, reads them in a random order (a fifth of the narrow phase).
constexpr unsigned kSortPoolShare = 4;

/// Contacts are sorted into batches again when one batch in so many is newer than the last sorting, or empty. Larger: contacts are sorted,
/// and constraints made that could have been kept, more often; smaller: more batches are not full.
constexpr unsigned kSortShare = 16;

// --- continuous collision ----------------------------------------------------------------------------------------------
/// m. Distance from a surface at which a fast body is stopped, for the contact solver to do the rest; at most
/// 10 % of the speculative limit of the thinner box. Larger: the gap shows; smaller: more rounds.
constexpr double kImpactGap = 0.0005;
/// 1. Boxes in contact may come so much deeper in a step, as a share of the least half side of both, before that is an impact.
/// Larger: ends sink in and are pushed out; smaller: bodies that slide over an uneven surface are stopped.
constexpr double kDeepest = 0.25;
/// In gaps, as above. At an impact with a seam, contact points are searched within the first distance, and the approach is measured over the second
/// distance of motion before: enough to distinguish sliding (no approach) from an impact (half a gap). Larger: an impact beyond the seam counts, too;
/// smaller: the points are not found.
constexpr double kSeamSearchGaps = 32, kSeamApproachGaps = 40;
/// Rounds of conservative advancement. Boxes in flight need 2 to 5; one that spins far faster than it flies needs more, and is stopped early.
constexpr int kAdvancementRounds = 64;

/// Parts of a step times bodies and pairs that they may cost when something thin is fast (world/divide_step.h). Larger: worlds of hundreds
/// of bodies slow down then; smaller: only the smallest are divided.
constexpr std::size_t kPartWork = 2048;
/// Worlds of at most so many bodies and pairs take their steps in this many parts a second at least, and every part in this many substeps
/// (world/divide_step.h). More: nearer to mechanics, and dearer; 100 cubes at rest cost 0.2 ms a step, undivided 0.09.
constexpr std::size_t kFineWork = 512;
/// So many triangles of a mesh that are near a body and do not touch it cost as much as one pair. Fewer: a ball in a finely divided bowl has steps that are
/// not divided, and gains energy at the seams; more: a big body over a fine mesh is slow.
constexpr std::size_t kApartTriangles = 16;
constexpr int kFinePartsPerSecond = 240, kFewestSubsteps = 2;
/// 1. A substep in such a world is at most this share of tautTime (contacts/joints/taut_time.h). Larger: light links that hold a heavy load are torn (at 2
/// gaps of up to 5 cm, at 1 of 2.5 mm); smaller: dearer, and at 0.5 a ragdoll that lies on the ground trembles at 0.2 m/s.
constexpr double kTautShare = 1;
/// rad. In a substep the fastest spring on a body in contact turns its phase by at most this. Larger: a knot of a taut net that is struck gets a
/// velocity of 39 m/s for a step (48 J of 340); at 0.5 the energies are as good, and some nets cost half as much again.
constexpr double kSpringAngleInContact = 1;
/// Parts that such a world usually takes are at least so many times as long as one that begins right before an impact (contacts/impacts/next_impact.h).
constexpr int kShortPart = 4;
/// m. In a short part a point that bears, with a gap below this, is closed. Larger: points that lift off are held; smaller: blocks that rock fall off their
/// edge before an impact, and keep 1 % less of their rate.
constexpr float kClosedGap = 1e-4f;
/// m. A point of rigid rows that bears, with a gap below this, touches. Separations are of first order in the rotation, and points of a block that rocks
/// come a little above kTouching. Larger: points that lift off are held; smaller: they are let go and fall, and a block of 5 cm loses a fifth of its amplitude.
constexpr float kHeldGap = 3e-5f;
/// m and 1/s. If all points of a contact are above kSettledGap, it comes down at this rate, to kTouching / 2. Without it a block of 0.5 m that rocks comes up by
/// 1e-6 m in each part of a step, above kHeldGap, and each fall from there costs 2 to 3 % of a swing.
constexpr float kSettledGap = 2.5e-5f, kSettlingRate = 50;

// --- contact solver ----------------------------------------------------------------------------------------------------
/// 1/s. Slower steps have as many more substeps: soft rows give way the more the longer a substep is.
constexpr int kPresetStepsPerSecond = 60;
/// m/s. Fastest speed at which an overlap is pushed out. Larger: overlapping bodies burst apart; smaller: they stay in each
/// other for long.
constexpr float kPushOutSpeed = 1;
/// Share of an overlap that a row under a spring removes in one substep of the `default` preset, where all others are soft. Above about 0.5
/// neighbours fight.
constexpr float kRigidBiasShare = 0.2f;
/// m/s. Rigid rows push a body that a kinematic one squeezes out of it by the speed of the kinematic one and this much. Larger: a squeezed body
/// moves while its velocity is 0; smaller: a body that was run over comes free later.
constexpr float kSqueezeOutSpeed = 0.1f;
/// Share of an overlap that a rigid row removes in a sweep (contacts/convergence/push_apart.h). Above about 0.5 neighbours fight.
constexpr float kPushOutShare = 0.5f;
/// Limit of such sweeps in a substep, in solutions of a constraint, and the displacement (m) at which they have converged. Less work: the overlaps
/// of a tower that fell upon itself go up through it more slowly.
constexpr int kPushOutWork = 1000;
constexpr float kPushedOut = 1e-7f;
/// Such sweeps in which the lighter of two bodies moves as far as their masses say, and the mass ratio in those that follow, where something
/// immovable holds both (contacts/convergence/limit_mass_ratio.h). Fewer or less: heavy bodies move where light ones would have made way;
/// more: a light body stays in a heavy one.
constexpr int kSweepsByMass = 3;
constexpr float kPushMassRatio = 4;
/// m. The first of these sweeps removes overlaps of any depth, the others move no row by more than this: an overlap that must remain is not
/// passed on from row to row. Larger: a cube in a wedge is moved faster than any row pushes; smaller: towers take longer, as above.
constexpr float kShallowOverlap = 5e-5f;
/// 1. Compliance of rigid rows against a kinematic body that squeezes (contacts/convergence/squeeze.h), over their masses: a body squeezed against a
/// wall at the speed v gets the impulse m v / compliance in a substep. Larger: light bodies overlap more; smaller: the rounding of larger
/// impulses throws them about.
constexpr float kKinematicCompliance = 0.01f;
/// 1. A surface whose normal has less than this share in the plane faces along z and does not touch planar bodies. Larger: steep ramps are no
/// ramps; smaller: the plane cuts the surface too far from where they touch.
constexpr float kSteepestSection = 0.02f;
/// m. Overlap that rigid rows leave alone. Without it every substep pushes by the last digit of the positions and has to
/// find the impulses of a whole stack anew; 0.02 mm is too small to see, and larger than rounding.
constexpr float kRigidSlop = 2e-5f;
/// m. How deep jointed bodies may be in what they touch. Joints leave a bob no way but its circle: where that grazes a floor, a row that is short by
/// micrometres could only be met by stopping the swing. Less: it is stopped in scenes whose numbers are rounded to 0.1 mm; more: it can be seen.
constexpr float kJointedDepth = 8e-5f;
/// m. Surfaces this close touch, for the relaxing pass.
constexpr float kTouching = 2e-5f;
/// m/s. A sweep that changes no velocity by more than this ends the iteration of rigid rows. Below 1e-7 single precision
/// never gets there.
constexpr float kConvergedSpeed = 2e-6f;
/// The same where all rows are solved at once (contacts/convergence/direct_solve.h): a tower that sways more slowly than rows see would fall.
constexpr float kConvergedSpeedDirect = 5e-7f;
/// Limit of one pass of rigid rows, in solutions of a constraint, about 0.2 ms. Larger: a heavy body on a light one stands
/// from the first step.
constexpr int kConvergenceWork = 2500;
/// So many springs of a network cost as much as one such solution, and more where they are thousands. Fewer: nets get fewer sweeps.
constexpr std::size_t kSpringsPerSolution = 256;
/// 1. Stiffness of the active rows, over their masses, in a direct solution. The sway of a tower of 50 cubes is softer
/// than a cube on the next by 1e7: less stiff rows let it go on; at 1e12 double precision has no digits left.
constexpr double kDirectStiffness = 1e8;
/// Cost of one contact, and of one product, of a direct solution, in solutions of a constraint; and the most expensive one. Larger
/// limits solve heaps directly, where sweeps are cheaper.
constexpr double kDirectWorkPerContact = 5, kDirectWorkPerProduct = 0.004;
constexpr int kDirectWork = 600;
/// Sweeps before a direct solution, and between two. Fewer: it is made where some more sweeps would have done.
constexpr int kSweepsBetween = 40;
/// Sweeps that follow a direct solution in any case: where it is cut short, friction is then above its limit. Fewer: the next sweep takes the
/// excess from a cube of 11 g under 116 t at once, and it is thrown 74 m.
constexpr int kSweepsAfter = 12;
/// 1. Sweeps have converged, a contact begins, and the smallest impulses with the same effect are less by this share of all: these are taken. Larger: what fits
/// between two walls is braked by them; at 0 the rounding of direct solutions moves a cylinder on driven rollers by 0.2 mm/s.
constexpr double kSqueezedShare = 0.003;
/// 1. A row that would stop the step at this share of it leaves the active rows, which are solved again, at most so many times in all.
constexpr double kLetGo = 0.02;
constexpr int kDirectSolutions = 4;
/// 1. A direct solution with an impulse larger than so many times the sum of all momenta is dropped: its rows are infeasible. Larger: the
/// impulses of opposite walls throw a body between them; smaller: long levers are left to the sweeps.
constexpr double kMostImpulse = 10;
/// 1. Points this close to touching, as a share of the effective radius of their patch, belong to the absorbed impact. Larger: a body that
/// tips on is stopped as well; at 0, corners that touch the ground almost at once are stopped one by one.
constexpr float kImpactDepth = 0.02f;
/// 1. A warm start that raises the kinetic energy by more than so many times its value has the impulses of a past impact
/// (contacts/convergence/warm_start.h). Larger: light bodies under heavy ones are thrown; at 0, squeezed bodies lose their warm start, too.
constexpr double kMostWarmStartGain = 3;
/// 1. Sweeps that end with so much more kinetic energy than there was without contacts have not undone their warm start. Larger: stacks of
/// light and heavy bodies gain energy at impacts.
constexpr double kMostUnconvergedGain = 0.01;
/// How many times the least change by a sweep before it one may make; then sweeps diverge (contacts/convergence/friction_caps.h). Less: an impact
/// that comes late, through others, finds less friction; more: what it cannot take back is larger.
constexpr float kDivergence = 30;
/// Sweeps that are made in any case.
constexpr int kFewestSweeps = 4;
/// m. A point that is so much farther from touching than the nearest one has no share in the patch. Larger: friction acts beside the edge
/// on which the body stands (at 20 mm a block that topples is behind by 1.5 %); smaller: the patch changes at once when a point goes.
constexpr float kPatchFades = 0.002f;
/// 1/kg or 1/(kg m^2). What yields less does not yield: a ten-billionth of the largest inertia of scenes. Its inverse may be infinite.
constexpr float kLeastInverseMass = 1e-30f;
/// m. A patch smaller than this is a point: no friction against twist.
constexpr float kSmallestPatchRadius = 1e-6f;

// --- impacts -----------------------------------------------------------------------------------------------------------
/// m/s. Impacts slower than this have no restitution (nor those slower than 2 a dt, a the acceleration at which their points fall
/// towards each other: such a bounce ends within two steps, and would go on for ever).
constexpr double kSlowestBounce = 1e-3;
/// m. Points this close behind the first one belong to the same impact: a flat face touches with four corners at once.
constexpr double kSimultaneous = 1e-4;
/// m, and 1. Points of one impact this close, with normals that differ by less, are one (contacts/impacts/impact_points.h). Larger: the corners of a small die
/// are one; at 0, friction finds no end where a ball meets the edge of two triangles.
constexpr double kSamePoint = 1e-5;
constexpr float kSamePlane = 1e-4f;
/// Contacts of a body that may bounce, of those that an impact of it is put in order with. Fewer: the order of the list decides for the others. More: of a
/// plate on which thousands of balls bounce each impact looks at all.
constexpr int kMostNeighbourImpacts = 32;
/// Members of an impact that are looked at. Fewer: a face on a finely divided field lands on some of its triangles alone; more: dearer where all of a lattice of
/// balls meets at once.
constexpr std::size_t kMostImpactMembers = 32;
/// m. A pair that the linear forecast leaves nearer than this is searched for its impact.
constexpr float kImpactSearch = 1e-3f;
/// Passes over the list of impacts in a substep: how many touching bodies an impact can run through.
constexpr int kImpactRounds = 32;
/// 1. A contact with so many impacts in a substep that uses up these passes is part of a multiple impact (contacts/impacts/multiple_impacts.h).
/// Fewer: rows of unlike elastic bodies pass less of an impact on one after the other; more than kImpactRounds: none is ever found.
constexpr int kEndlessImpacts = 16;
/// Newton steps to the time of impact; three are enough but for grazing ones.
constexpr int kImpactTimeRounds = 8;
/// Gauss-Seidel sweeps over the points of one impact; it ends sooner when nothing changes.
constexpr int kImpactSweeps = 200;
/// Turns of friction and normal impulses of an impact whose sweeps find no end. Fewer: a box that lands on its edge just below the limit of sticking has
/// less friction than it should.
constexpr int kFrictionTurns = 8;
/// Solutions of a point with friction, and impacts, in a step. Beyond, constraints absorb what is left. The greatest work of the gallery is 3 % of it.
/// Larger: steps of deep overlaps that bounce, of up to a third of a microsecond a solution natively, come near the limit of a quarter of a second.
constexpr int kImpactWorkOfStep = 200000;
/// The same of a world of few bodies: so much, and so much for each. Larger: four small things that rattle in a gap make a page wait for 0.2 s; smaller: small
/// things under a block of a thousand times their mass are pushed about. The greatest work of the gallery is 960 a body.
constexpr int kImpactWorkOfFew = 60000, kImpactWorkOfBody = 1000;
/// The same work for one solution of an assembly, by row.
constexpr int kImpactWorkOfAnswer = 4;
/// Bound on the rounds of each equation of one point with friction. They take 3 to 10.
constexpr int kTrustRounds = 60;

// --- world -------------------------------------------------------------------------------------------------------------
/// Worlds of at most this many bodies get the precise preset unless the scene says otherwise: they can afford it.
constexpr unsigned kPreciseBodyLimit = 256;
/// Nor more pairs than this: that many bodies have 13 each at most in a lattice, more when they are put into each other, and
/// solving that to convergence would stop the page for seconds.
constexpr unsigned kPrecisePairLimit = 4096;
/// Worlds of at most so many bodies and pairs have rigid rows under `default`, too. Soft ones have the stiffness m w^2, m the mass of the row:
/// 1 kg under a tonne gives way by its whole height. Larger: 50 cubes take 1.5 ms a step with rigid rows, 0.15 with soft ones.
constexpr unsigned kRigidBodyLimit = 64, kRigidPairLimit = 512;
/// m and m/s. A body beyond is frozen and reported: past this, single precision has no digits left for contacts.
constexpr double kFarthest = 1e6;
constexpr double kFastest = 1e5;
/// rad/s. Likewise. From here on a step turns it by thousands of times, and double precision knows no better than a part in 10^8 where it is
/// after an hour. Larger: boxes in which its corners may be leave single precision.
constexpr double kFastestSpin = 1e6;
/// 1. How far from 1 the square of the length of an orientation may be. Rounding leaves 1e-15.
constexpr double kUnitSquare = 1e-9;
/// rad/s. No single push spins a body by more; one that would is left out and reported. (The lever of a push is not known before its step.)
constexpr double kMostSpinOfPush = 1e5;
/// 1/s. Frequency of the pointer spring. Higher: closer to the pointer, but light bodies are thrown about.
constexpr double kPointerHertz = 7.5;
/// m. The spring pulls as if the pointer were at most this far away, so that a far pull does not throw a body out of sight.
constexpr double kPointerStretch = 2;
/// 1/s. Rate at which a dragged body stops spinning, for its smallest moment.
constexpr double kPointerSpinDamping = 4;

// --- bounds of work: counts, so that every machine stops at the same place ----------------------------------------------
/// Touching pairs that a step solves: so many, and so many for each body and each of its colliders. A heap of cubes has 4 to 6 for each. More,
/// and bodies lie in each other, at 5 us for a pair: the step is not taken.
constexpr std::size_t kMostTouching = 20000, kMostTouchingPerBody = 7, kMostTouchingPerCollider = 1;
/// Checks of manifolds for internal edges (narrow_phase/internal_edges.h), up to 4 us each: one to ten for a pair with a new point. Only hundreds of
/// large compounds that lie flush need more: the step is not taken.
constexpr std::size_t kSeamChecks = 50000;
/// Separating-axis tests of continuous collision in a step, 1 us each. Fast bodies beyond are not checked, and the report says so.
constexpr int kImpactQueries = 50000;
/// States on the path of a fast body with unequal moments of inertia, from which the others are interpolated.
constexpr int kWaypoints = 64;
/// rad. A body that turns less in a step has none. Larger: more substeps for each query.
constexpr double kLongTurn = 1;
/// Limit of these states for all fast bodies, 0.3 kB and 2 us each.
constexpr std::size_t kMostWaypoints = 20000;
/// As kFlightWork, of all groups of springs together, in a part of the step (world/step_parts.h) and in the step: those beyond are moved by the solver.
constexpr double kFlightWorkOfAll = 3e5, kFlightWorkOfStep = 1e6;
/// In worlds of more bodies than this, free rotation takes at most so many substeps: 64 in each of 20,000 bodies would be half a second.
constexpr unsigned kManyBodies = 4000;
constexpr int kFewRotationSubsteps = 8;
/// Evaluations of springs by the solver in a step, 0.1 us each; one counts as four where there are more than fit the cache. Random scenes of some ten
/// springs take up to 230,000 when their contacts do not settle. Beyond, impulses do not converge to the last digit, and the report says so.
constexpr std::size_t kSpringEvaluations = 800000, kSpringsInCache = 1000;
/// Lasting forces times substeps, 1 us each: where a step would have more, it is divided less finely.
constexpr std::size_t kForceSteps = 160000;
/// Lasting forces that may act at once. Pushes beyond are left out and reported.
constexpr std::size_t kMostForces = 40000;

// --- sleeping ----------------------------------------------------------------------------------------------------------
/// m/s. A body whose matter is slower than this (root mean square) is still. What the default preset leaves of unrest in a pile
/// of 1,000 is mostly below it; half a second of it is 5 mm. Larger: bodies that creep or begin to topple are stopped;
/// smaller: a big pile never sleeps.
constexpr double kSleepSpeed = 0.01;
/// The same for the precise preset, which leaves 1e-9 to 1e-4 m/s. A cube that starts to topple 0.1 degrees beyond the edge has
/// 6 mm/s after half a second.
constexpr double kSleepSpeedPrecise = 0.001;
/// The same for bodies on a joint with a spring or servo. A disk on a torsion spring with a period of 20 s, let go 0.1 rad from its rest, has 0.7 mm/s after half a second.
constexpr double kSleepSpeedOnSpring = 5e-5;
/// s. For so long all bodies of an island have been still when it falls asleep. Shorter: something in the air at the top of a
/// bounce could be taken for still.
constexpr double kTimeToSleep = 0.5;
/// 1. An island whose mean square speed has grown to more than this many times the largest of the first half of kTimeToSleep does not sleep: from rest at a steady
/// acceleration it grows to four times. Unrest stays near its largest.
constexpr double kQuickening = 2;
/// m/s. Slower bodies do not count for that: 2e-5 m/s^2 through kTimeToSleep.
constexpr double kSlowestQuickening = 1e-5;
/// Steps between two searches for islands. They cost 2 % of a step of a pile.
constexpr int kIslandPeriod = 8;

// --- free motion -------------------------------------------------------------------------------------------------------
/// rad. Largest angle of a planar flow of the free rotation in one substep. Fourth order: halving it makes the error of a
/// tumbling box 16 times smaller and its cost twice as large; at 0.05 a box at 5 rad/s is right to 1e-5 rad after 10 s.
constexpr double kMaxPlanarAngle = 0.05;
/// Bound on those substeps, so that a body spinning at 1000 rad/s cannot stop the page.
constexpr int kMaxRotationSubsteps = 64;
/// Kick-drift-kick substeps in a step for a body in flight with lasting forces on it. Error falls with the square.
constexpr int kForceSubsteps = 15;
/// 1. h^2 k / m from which springs in the solver go by the midpoint rule: their energy is exact from there, their period below, where it is
/// off by a twelfth of this at most (contacts/springs/force_network.h).
constexpr double kSlowSpring = 0.02;
/// 1. h^2 k / m above which springs in groups with contacts are implicit, which damps motion too fast for the substep.
constexpr double kFastSpring = 10;
/// 1. Share to which a spring is implicit above which its angular momentum is given back to its group as a whole. Larger: knots of nets spin up.
constexpr double kOffLine = 0.01;
/// 1. Springs with an h^2 k / m above kLostSpring whose ends move against each other by more than kLostShare of their length in a substep get a fixed line,
/// and lose energy (contacts/springs/spring_row.h). Larger: nets that start under stress burst; smaller: stiff fast springs are damped.
constexpr double kLostSpring = 1, kLostShare = 0.3;
/// rad. Springs with a lever on a body that turns farther in a substep get a fixed line, too. Larger: fast spinning bodies gain energy by their levers.
constexpr double kLostTurn = 0.3;
/// Share of its length by which the lever of a round contact moves in a part of a step at most. Larger: flat bodies that settle gain energy, 0.4 % of
/// m g times their size at 0.1, and a spinning egg stands up late, by two degrees at 0.03; smaller: more parts.
constexpr double kLostLever = 0.015;
/// The same, of how far another point of a hull or solid of revolution gets ahead of those of its manifold. Larger: a hull of 64 sides may turn by just one side in
/// each part, whose contact is then always one that rises, and sinks in by a sixth of its radius; smaller: more parts.
constexpr double kSideLead = 0.004;
/// rad. Angle by which a shape that is no box turns, at most, in a part in which it may meet something: its contact points are those at the start of the part. Larger: a
/// prism that spins at 600 rad/s leaves the ground with three times its energy; smaller: more parts.
constexpr double kContactTurn = 0.1;
/// Most rounds of the force network, each a solution with the factored matrix, and the change at convergence as a share of the first round's. Fewer: springs
/// that turn far in a substep lose angular momentum.
constexpr int kForceRounds = 32;
constexpr double kSolvedForces = 1e-8;
/// Solutions of the force network in a substep after which jump shares only grow. Fewer: at an impact springs count as too short; more: bodies
/// that springs press together cost more.
constexpr int kSettledJumps = 8;
/// 1. Rounds that end with a change above this share of the first (both squared) have failed, and the springs get fixed lines. Larger: nets burst whose
/// springs pass through length 0; smaller: slowly converging springs are damped.
constexpr double kRoundsConverge = 1e-4;
/// 1. A round with a change above this multiple of the first (both squared) ends them: they diverge, and would overflow.
constexpr double kRoundsDiverge = 100;
/// Most sweeps of a soft pass over the contacts of bodies on springs. Fewer: stiff springs gain energy at impacts.
constexpr int kForceSweeps = 40;
/// Products that the matrix of springs that hang together may cost in a substep, 1 ns each. Nets beyond get softer springs.
constexpr double kNetworkWork = 2e5;
/// Evaluations of springs that the flight of those that hang together may cost in a step, some 60 ns each. What is stiffer, or has more
/// springs, is moved by the solver.
constexpr double kFlightWork = 40000;
/// rad. A spring in flight may turn its phase by this much in a substep: more substeps for stiffer ones, up to the bound. The error of its
/// energy falls with the fourth power: at 0.15 a light body that hangs by a corner has 0.5 % too much at times, here 0.3 %.
constexpr double kSpringAngle = 0.13;
constexpr int kMaxForceSubsteps = 1024;
/// 1. A spring that may come to its anchor within a step passes it at this share of its way: there its direction turns at once. Smaller: more
/// substeps; larger: it gains energy there.
constexpr double kNearestPass = 1.0 / 256;

// ---- joints ----

/// Products of one factorization of a group of joints, beyond which its impulses are relaxed; and of all of them in a part of a step, beyond which
/// stages are fewer. Fewer: ten links with a ball of 100 times their mass, let go level, gain 357 J of 1,880 where the chain whips (at a quarter; a step
/// takes 22 ms there, and 67 ms now).
constexpr double kJointWorkOfMatrix = 2e6, kJointWork = 6e6;
/// Rows of joints in flight, times rounds and stages: of one group in a part of a step, and of all in a step. Beyond, gaps and events are left as they are.
constexpr double kJointRows = 6e5, kJointRowsOfStep = 8e5;
/// Rows of joints whose direct solution takes as long as one of a batch of contacts.
constexpr std::size_t kJointRowsPerSolution = 1;
/// The same of sweeps that push bodies apart (contacts/convergence/push_apart.h): more of them, for pushes and joints in turn converge slowly.
constexpr std::size_t kJointRowsPerPush = 20;
/// Stages of a group in a part of a step, at least; and at most where its impulses are relaxed (then half of them at least).
constexpr int kFewestJointStages = 4, kJointStagesRelaxed = 8;
/// Steps of order 4 of joints in a part of a step, and stages of order 2; more where something turns or swings by more than so many radians in one.
constexpr int kJointStages = 2, kJointStagesWithEvents = 16;
constexpr double kJointAngle = 0.4, kJointAngleWithEvents = 0.05;
/// Share of its kinetic energy by which a group of joints that keeps its energy may miss it in a step of order 4; else that is halved. Larger: three sticks
/// that hang on each other by hinges gain a hundredth in 10 s; smaller: more stages.
constexpr double kJointEnergyError = 1e-6;
/// rad. The same where taut joints make something vibrate: mean of the angle by which it turns in a step or stage and of the phase of its vibration
/// (their geometric mean, so that a taut chain at rest costs nothing). Energy of a cart that weighs a thousandth of its pendulum, in 10 s at 120 Hz:
/// 0.03 %; with 0.2 it is 0.4 %.
constexpr double kJointTautAngle = 0.12, kJointTautAngleWithEvents = 0.05;

}  // namespace tumble
