import knex, { type Knex } from 'knex'
import { databaseConfig } from '../../../api/platform/database.ts'
import { withinSeconds } from '../limits.ts'
import { startMariaDb } from './mariadb.ts'

/** A MariaDB that keeps a binary log, and a second one that follows it. */
export interface Replicated {
  /** Their addresses, without a database name. */
  primaryUrl: string
  replicaUrl: string
  /** Lets the replica stand still, and follow again. */
  pauseReplica(): Promise<void>
  resumeReplica(): Promise<void>
  /** Waits until the replica has everything that the primary has. */
  caughtUp(): Promise<void>
  stop(): Promise<void>
}

/** Starts both on free ports; throws when MariaDB is not available. */
export async function startReplicated(): Promise<Replicated> {
  const common = ['--log-bin=binlog', '--binlog-format=ROW', '--sync-binlog=0']
  const [primary, replica] = await Promise.all([
    startMariaDb({ flags: [...common, '--server-id=1'] }),
    startMariaDb({ flags: [...common, '--server-id=2', '--read-only=ON'] }),
  ])
  const [one, other] = [primary, replica].map(({ url }) => knex(databaseConfig(`${url}/mysql`))) as [Knex, Knex]
  await one.raw("create user 'replica'@'%' identified by 'replica'")
  await one.raw("grant replication slave on *.* to 'replica'@'%'")
  const { port } = new URL(primary.url)
  await other.raw(
    `change master to master_host = '127.0.0.1', master_port = ${Number(port)}, master_user = 'replica', master_password = 'replica', master_use_gtid = slave_pos`,
  )
  await other.raw('start slave')
  const caughtUp = async () => {
    const [[{ at }]] = await one.raw('select @@gtid_current_pos as at')
    const [[{ waited }]] = await other.raw('select master_gtid_wait(?, ?) as waited', [at, withinSeconds(30) / 1000])
    if (waited !== 0) throw new Error('The replica does not follow')
  }
  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    pauseReplica: () => other.raw('stop slave'),
    resumeReplica: () => other.raw('start slave'),
    caughtUp,
    async stop() {
      await Promise.all([one.destroy(), other.destroy()])
      await Promise.all([primary.stop(), replica.stop()])
    },
  }
}
