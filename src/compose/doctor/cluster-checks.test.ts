// Whether the nodes of a cluster allow as many connections as gateways open.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeNodeConnections } from './cluster-checks.ts'

const coordinator = { host: 'db0', port: 5432, isCoordinator: true, hasShards: false }
const worker = { host: 'db1', port: 5432, isCoordinator: false, hasShards: true }

/** In production a process opens 47 connections to the entry (a pool of 20, and 27), and 23 to each node with merchants. */
const production = { databasePoolSize: 20, mode: 'production' } as const

interface Row {
  readonly processes: number
  readonly limits: readonly (readonly [node: string, max: string])[]
  readonly nodes?: Parameters<typeof judgeNodeConnections>[0]
  readonly finding: string
}

/** Read a row as: what the nodes allow, and what the doctor says about it. */
const rows: Readonly<Record<string, Row>> = {
  'enough on each': {
    processes: 2,
    limits: [
      ['db0:5432', '188'],
      ['db1:5432', '140'],
    ],
    finding: 'OK up to 23 to each node for each process, beside 47 to the entry',
  },
  'enough for the gateway, and too few for what Citus opens': {
    processes: 2,
    limits: [
      ['db0:5432', '188'],
      ['db1:5432', '139'],
    ],
    finding: 'WARNING up to 140 of 139 on db1:5432 with those of Citus',
  },
  'too few on a worker': {
    processes: 2,
    limits: [
      ['db0:5432', '188'],
      ['db1:5432', '45'],
    ],
    finding: 'WRONG up to 46 of 45 on db1:5432',
  },
  'too few on the coordinator and on a worker': {
    processes: 4,
    limits: [
      ['db0:5432', '187'],
      ['db1:5432', '91'],
    ],
    finding: 'WRONG up to 188 of 187 on db0:5432, up to 92 of 91 on db1:5432',
  },
  'a coordinator with merchants of its own': {
    processes: 1,
    limits: [['db0:5432', '69']],
    nodes: [{ ...coordinator, hasShards: true }],
    finding: 'WRONG up to 70 of 69 on db0:5432',
  },
  'a node that does not answer': {
    processes: 1,
    limits: [['db0:5432', '400']],
    finding: 'WRONG db1:5432 does not answer',
  },
}

describe('the doctor on the connections to the nodes of a cluster', () => {
  for (const [title, { processes, limits, nodes = [coordinator, worker], finding }] of Object.entries(rows))
    it(`reports ${title}`, () => {
      const { state, found } = judgeNodeConnections(nodes, new Map(limits), { ...production, processes })
      assert.equal(`${state} ${found}`, finding)
    })
})
