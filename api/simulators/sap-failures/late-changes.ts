import type { DatabaseSync } from 'node:sqlite'

/** A change whose caller has given up, and which SAP saves all the same. */
interface LateChange {
  route: string
  params: Record<string, string>
  headers: Record<string, string>
  body: unknown
}

/** Changes that are saved later, in SAP's own file, so that they happen even if the process ends in between. */
export function lateChanges(db: DatabaseSync) {
  db.exec(
    'create table if not exists lateChange (id integer primary key autoincrement, dueAt text not null, body text not null)',
  )

  const keep = (dueAt: string, change: LateChange) =>
    db.prepare('insert into lateChange (dueAt, body) values (?, ?)').run(dueAt, JSON.stringify(change))

  /** The changes that are due by then, in their order; each is given once. */
  function* due(at: string): Generator<LateChange> {
    const next = db.prepare(
      'delete from lateChange where id = (select min(id) from lateChange where dueAt <= ?) returning body',
    )
    for (let found = next.get(at); found; found = next.get(at)) yield JSON.parse(String(found.body))
  }

  return { keep, due }
}
