// The words that links of format 1 know by number. The order is part of the format: nothing here may ever change. Other words are written
// letter by letter.
export const kWords: readonly string[] = (
  'tumble title expect camera position target show controls labels gravity stepsPerSecond quality motion planar collisions sleeping bodies ' +
  'forces commands body marks allBodies point follow rate plots label path unit min max step choices restart command size shapes name type ' +
  'density mass inertia centerOfMass friction collides restitution orientation velocity angularVelocity linearDamping angularDamping ' +
  'continuous color arrangement axis angleDegrees radius height vertices triangles points masses subtract count spacing columns rows pitch ' +
  'jitter randomOrientation seed force frame torque linear angular anchor other otherPoint stiffness damping restLength acceleration ' +
  'strength range impulse angularImpulse steps pointer drag release pose addBody removeBody explosion revise static dynamic kinematic box ' +
  'sphere cylinder capsule cone hull mesh grid stack wall pyramid spiral spring beam field world default precise automatic explicitEuler ' +
  'explicitEulerGramSchmidt rungeKutta4 semiImplicitEuler semiImplicitEulerNoGyro midpoint splitting2 splitting4 exact eulerAngles momentum ' +
  'angularMomentum appliedForces contacts centre axes trail ellipsoid polhode cones quantity bodyAngularVelocity energy drift defect ' +
  'worldEnergy worldMomentum worldAngularMomentum selected names playing open gallery numbers lab kept scene ground floor cube rad/s m/s kg ' +
  'push-a-cube off-centre-push ball-on-ice couple driven-spin thrown-through-honey weight-on-a-spring tractor-beam one-engine-out ' +
  'crooked-rocket hammer-on-the-moon tennis-racket l-not-along-omega point-on-a-wheel a-third-of-a-turn tilde-operator matrix-drift ' +
  'gimbal-lock rings-and-slerp listing-1 runge-kutta-4 racket-by-five-schemes box-and-ball cloud-and-twin masses-on-springs tesseract ' +
  'drop-flat drop-on-edge drop-on-corner two-cubes-colliding heckers-j flatland blocked-door explosion-flips-a-car stack-of-ten ' +
  'heavy-cube-hits-wall pile-of-1000 domino-spiral tumble-word bowling skyscraper catapult tumbler ' +
  'pencil-pushed driven-by-sines shaken-spring rudder moon-lander turn-about-own-axis two-books inertia-approximated about strobe impacts ' +
  'energyBars graphPaper keys key look racket hammer rocket twinRocket fluidDrag normal area coefficient flow sine amplitude frequency phase ' +
  'offset pulse value duration begin otherwise period ramp from to table body-to-world mirror-image ' +
  'double-pendulum pendulum-wave bifilar-pendulum newtons-cradle bead-on-a-hoop lagrange-top gyroscope-in-gimbals rolling-cone ' +
  'cardan-shaft slider-crank differential peaucellier atwood-machine push-on-a-wheel gears gears-jammed door-and-block ' +
  'rope-bridge wrecking-ball car-over-a-ramp jansens-walker eulers-disk heightField heights tippe-top spinning-egg trebuchet four-bar ' +
  'rattleback loaded-dice marble-run ragdoll clock-escapement avalanche rolling-friction rollingFriction'
).split(' ');
