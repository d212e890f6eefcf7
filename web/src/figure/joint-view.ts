// The joints in the picture of a figure: which are drawn, with which values. It loads when joints are first shown.
import '../../styles/joint-marks.css';
import { part } from '../dom/elements';
import { jointText } from '../instruments/joint-readout';
import { JointMarks } from '../viewer/joint-marks';
import type { Viewer } from '../viewer/viewer';

/** `above`: they lie over other marks of joints. */
export const createJointMarks = (root: Element, viewer: Viewer, above = 0): JointMarks =>
  new JointMarks(viewer.stage.scene, part(root, 'labels'), jointText, above);
