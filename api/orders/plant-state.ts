import type { ComputedColumn } from '../derive/extend.ts'

/** The name of the state that the plant of a line lies in. */
export const plantState: ComputedColumn = (db, of) =>
  db('plant as supplying')
    .join('state as home', 'home.id', 'supplying.stateId')
    .where('supplying.id', of('plantId'))
    .select('home.name')
