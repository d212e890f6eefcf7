// The adapter for three.js in a page: a box that rests, a hundred instances that fall, and one that is thrown.
import { BoxGeometry, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, Scene, SphereGeometry, Vector3 } from 'three';
import { TumblePhysics } from 'tumble-physics/three';
import { leave } from './leave.js';

export async function runThree() {
  const material = new MeshBasicMaterial();
  const scene = new Scene();
  const floor = new Mesh(new BoxGeometry(20, 1, 20), material);
  floor.position.y = -0.5;
  floor.userData.physics = { mass: 0 };
  const cubes = new InstancedMesh(new BoxGeometry(1, 1, 1), material, 8);
  for (let index = 0; index < cubes.count; index += 1) cubes.setMatrixAt(index, new Matrix4().setPosition(0, 0.5 + index, 0));
  cubes.userData.physics = { mass: 2 };
  const ball = new Mesh(new SphereGeometry(0.5), material);
  ball.position.set(5, 3, 0);
  ball.userData.physics = { mass: 1, restitution: 0.5, friction: 0 };
  scene.add(floor, cubes, ball);

  const physics = await TumblePhysics();
  physics.addScene(scene);
  physics.applyImpulse(ball, new Vector3(2, 0, 0));
  for (let frame = 0; frame < 60; frame += 1) physics.step(1 / 60);
  const top = new Vector3().setFromMatrixPosition(matrixOf(cubes, 7));
  leave('three', JSON.stringify({ hash: physics.world.hash(), ball: ball.position.toArray(), top: top.toArray() }));
  physics.dispose();
}

function matrixOf(mesh, index) {
  const matrix = new Matrix4();
  mesh.getMatrixAt(index, matrix);
  return matrix;
}
