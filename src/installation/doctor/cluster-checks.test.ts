// Whether the nodes of a cluster allow as many connections as gateways open.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { judgeNodeConnections } from './cluster-checks.ts'

const coordinator = { host: 'db0', port: 5432, isCoordinator: true, hasShards: false }
const worker = { host: 'db1', port: 5432, isCoordinator: false, hasShards: true }

/** In production a process opens 50 connections to the entry (a pool of 20, and 30), and 26 to each node with merchants. */
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
      ['db0:5432', '216'],
      ['db1:5432', '160'],
    ],
    finding: 'OK up to 26 to each node for each process, beside 54 to the entry',
  },
  'enough for the gateway, and too few for what Citus opens': {
    processes: 2,
    limits: [
      ['db0:5432', '216'],
      ['db1:5432', '159'],
    ],
    finding: 'WARNING up to 160 of 159 on db1:5432 with those of Citus',
  },
  'too few on a worker': {
    processes: 2,
    limits: [
      ['db0:5432', '216'],
      ['db1:5432', '51'],
    ],
    finding: 'WRONG up to 52 of 51 on db1:5432',
  },
  'too few on the coordinator and on a worker': {
    processes: 4,
    limits: [
      ['db0:5432', '215'],
      ['db1:5432', '103'],
    ],
    finding: 'WRONG up to 216 of 215 on db0:5432, up to 104 of 103 on db1:5432',
  },
  'a coordinator with merchants of its own': {
    processes: 1,
    limits: [['db0:5432', '79']],
    nodes: [{ ...coordinator, hasShards: true }],
    finding: 'WRONG up to 80 of 79 on db0:5432',
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
