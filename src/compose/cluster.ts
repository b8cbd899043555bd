// A distributed database, for the operator's commands.
export { engineText, nodeText, requireCluster } from '../adapters/postgres/cluster/citus.ts'
export { defaultShardCount, distributeTables } from '../adapters/postgres/cluster/distribute.ts'
export { initCluster } from '../adapters/postgres/cluster/init-cluster.ts'
export {
  isRebalanceOver,
  moveMerchant,
  readRebalance,
  startRebalance,
} from '../adapters/postgres/cluster/move-merchants.ts'
export { replaceNode } from '../adapters/postgres/cluster/replace-node.ts'
export { findClusterProblems } from '../adapters/postgres/cluster/verify-cluster.ts'
