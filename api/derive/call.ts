import type { Params } from '@feathersjs/feathers'
import type { Knex } from 'knex'
import type { ListPage } from '../../resources/define/list-page.ts'
import type { Person } from './rights/person.ts'
import type { StoredRow } from './row-codec.ts'
import type { Author } from './save/author.ts'

/**
 * The parameters of a call besides its query: the person (absent for the portal itself) and the author of its changes.
 */
export interface Call extends Params {
  person?: Person
  author?: Author
  transaction?: { trx: Knex.Transaction }
  /** Writes a version even where no field of the row changes, because its lines do. */
  touch?: true
}

/** The service of a resource, as those who call it see it. */
export interface RowService {
  find(call?: Call): Promise<ListPage<StoredRow>>
  get(id: unknown, call?: Call): Promise<StoredRow>
  patch(id: unknown, data: unknown, call?: Call): Promise<StoredRow>
  remove(id: unknown, call?: Call): Promise<StoredRow>
}
