// A distributed database, for the operator's commands.
export { engineText, nodeText, requireCluster } from '../platform/postgres/cluster/citus.ts'
export { defaultShardCount, distributeTables } from '../platform/postgres/cluster/distribute.ts'
export { initCluster, replaceNode } from '../platform/postgres/cluster/manage-nodes.ts'
export {
  isRebalanceOver,
  moveMerchant,
  readRebalance,
  startRebalance,
} from '../platform/postgres/cluster/move-merchants.ts'
export { findClusterProblems } from '../platform/postgres/cluster/verify-cluster.ts'
