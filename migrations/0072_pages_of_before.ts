import type { Knex } from 'knex'

export { down } from './ddl.ts'

/** The photo of each POD of before is its first page. */
export async function up(db: Knex) {
  const columns = ['createdAt', 'createdById', 'updatedAt', 'updatedById']
  const without = db('pod')
    .whereNotIn('pod.id', db('pod_page').select('podId'))
    .select('pod.id as podId', 'lrId', 'attachmentId', ...columns)
    .select(db.raw('1 as ??', ['pageNo']), db.raw('0 as ??', ['quarterTurns']), db.raw('1 as ??', ['rowVersion']))
  await db(db.raw('?? (??)', [
    'pod_page',
    ['podId', 'lrId', 'attachmentId', ...columns, 'pageNo', 'quarterTurns', 'rowVersion'],
  ])).insert(without)
}
