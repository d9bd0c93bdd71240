import type { Knex } from 'knex'
import { removeSaved } from '../../platform/stored-files.ts'
import { removeWhere } from './remove-rows.ts'

interface Params {
  storageKey?: string
}

/** The job itself stays, with its figures; the removal of its file is recorded, so that it is looked for once. */
export async function removeImportFiles(db: Knex, before: string, home: string): Promise<number> {
  for (let removed = 0; ; ) {
    const jobs: { id: number; paramsJson: string | Params | null }[] = await db('import_job')
      .where('createdAt', '<', before)
      .where(job => job.whereNull('paramsJson').orWhereNot('paramsJson', 'like', '%"dropped":true%'))
      .orderBy('id')
      .limit(100)
      .select('id', 'paramsJson')
    if (jobs.length === 0) return removed
    for (const { id, paramsJson } of jobs) {
      const params = (typeof paramsJson === 'string' ? JSON.parse(paramsJson) : paramsJson) as Params | null
      if (params?.storageKey)
        for (const ending of ['', '.errors.csv', '.errors.xlsx', '.staging', '.checked'])
          await removeSaved(home, params.storageKey + ending)
      removed += await removeWhere(db, 'import_job_row', rows => rows.where({ importJobId: id }))
      await db('import_job')
        .where({ id })
        .update({ paramsJson: JSON.stringify({ ...params, dropped: true }) })
    }
  }
}
