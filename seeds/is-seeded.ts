import type { Knex } from 'knex'

/** The row of the jobs' table that says that a database was filled. */
export const MARK = 'seed'

/** Whether a database was filled before, so that a start need not load the demo company. */
export const isSeeded = async (db: Knex) => (await db('job_lock').where({ name: MARK }).first('id')) !== undefined
