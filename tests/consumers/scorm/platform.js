// What a learning platform offers to the object of a course in its frame (SCORM 1.2): it writes down what it is told.
const told = {};

window.API = {
  LMSInitialize: () => 'true',
  LMSGetValue: (name) => told[name] ?? '',
  LMSSetValue(name, value) {
    told[name] = value;
    document.documentElement.setAttribute(`data-${name.replace(/^cmi\.(core\.)?/, '').replace('_', '-')}`, value);
    return 'true';
  },
  LMSCommit: () => 'true',
  LMSFinish: () => 'true',
};
