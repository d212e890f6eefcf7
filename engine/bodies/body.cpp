#include "bodies/body.h"

namespace tumble {

SymmetricMat3 worldTensorRoot(Quat q, Vec3 d) {
  const Vec3 root{std::sqrt(d.x), std::sqrt(d.y), std::sqrt(d.z)};
  return isIsotropic(d) ? SymmetricMat3{root, {}} : similarity(toMatrix(q), root);
}

}  // namespace tumble
