// A figure as an object of a course (SCORM 1.2, Run-Time Environment): it is completed when the figure has come to its end, and the step and the
// hash there are kept as its data.
function findInterface(from) {
  for (let place = from, depth = 0; depth < 8; depth += 1, place = place.parent) {
    if (place.API) return place.API;
    if (place === place.parent) return null;
  }
  return null;
}

const course = findInterface(window) ?? (window.opener && findInterface(window.opener));
course?.LMSInitialize('');
if (course && course.LMSGetValue('cmi.core.lesson_status') !== 'completed') course.LMSSetValue('cmi.core.lesson_status', 'incomplete');

document.querySelector('tumble-scene').addEventListener('end', ({ detail: { step, hash } }) => {
  course?.LMSSetValue('cmi.core.lesson_status', 'completed');
  course?.LMSSetValue('cmi.suspend_data', `step ${step}, ${hash}`);
  course?.LMSCommit('');
});
addEventListener('pagehide', () => course?.LMSFinish(''));
