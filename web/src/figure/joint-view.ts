// The joints in the picture of a figure: which are drawn, with which values. It loads when joints are first shown.
import '../../styles/joint-marks.css';
import { part } from '../dom/elements';
import { jointText } from '../instruments/joint-readout';
import { JointMarks } from '../viewer/joint-marks';
import type { Viewer } from '../viewer/viewer';

export const createJointMarks = (root: Element, viewer: Viewer): JointMarks =>
  new JointMarks(viewer.stage.scene, part(root, 'labels'), jointText);
