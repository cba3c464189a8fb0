// Stands in for the package of react-admin's own exporter, 3 kB: every list here has `exporter={false}`.
module.exports = () => {
  throw new Error("react-admin's exporter is not part of the cabinet: the server makes files");
};
