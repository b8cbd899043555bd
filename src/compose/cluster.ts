// A distributed database, for the operator's commands.
export { engineText, nodeText, requireCluster } from '../platform/postgres/cluster/citus.ts'
export { defaultShardCount, distributeTables } from '../platform/postgres/cluster/distribute.ts'
export { initCluster } from '../platform/postgres/cluster/init-cluster.ts'
export {
  isRebalanceOver,
  moveMerchant,
  readRebalance,
  startRebalance,
} from '../platform/postgres/cluster/move-merchants.ts'
export { replaceNode } from '../platform/postgres/cluster/replace-node.ts'
export { findClusterProblems } from '../platform/postgres/cluster/verify-cluster.ts'
