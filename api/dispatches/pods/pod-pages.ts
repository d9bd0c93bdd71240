import type { Knex } from 'knex'
import { withDefaults } from '../../../resources/define/validate.ts'
import { type Pod, pod } from '../../../resources/dispatches/pods/pod.ts'
import { MOST_PAGES } from '../../../resources/dispatches/pods/pod-file-name.ts'
import { type PodPage, podPage } from '../../../resources/dispatches/pods/pod-page.ts'
import { restrict } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { rowsOf } from '../../derive/rows-of.ts'
import type { Author } from '../../derive/save/author.ts'
import { insertRows, updateRow } from '../../derive/save/write.ts'
import { demandFile } from '../../files/attachments.ts'
import { invalidField } from '../../platform/errors.ts'
import { notifyDesk } from '../events/desk-notes.ts'
import { holdLr } from '../events/lr-subject.ts'
import { refusal } from '../events/refusal.ts'

const label = 'Photo or scan'

/**
 * Throws 400 unless these files are some that the person uploaded for a POD and that no other POD names; a request that is
 * sent again names those of its own.
 */
export async function demandPages(
  trx: Knex,
  person: Person,
  attachmentIds: readonly number[],
  requestKey: string | null,
  fieldOf: (at: number) => string,
): Promise<void> {
  for (const [at, id] of attachmentIds.entries()) {
    const field = fieldOf(at)
    await demandFile(trx, person, id, { sentFor: 'POD', field, label })
    const used = await trx('pod_page as page')
      .join('pod', 'pod.id', 'page.podId')
      .where('page.attachmentId', id)
      .first('pod.requestKey')
    if (attachmentIds.indexOf(id) < at || (used && (requestKey === null || used.requestKey !== requestKey)))
      throw invalidField(field, 'USED', `${label} belongs to another POD: take one of this LR`)
  }
}

/** The pages of a POD, in order. */
const pagesOf = (trx: Knex, podId: number): Promise<PodPage[]> =>
  rowsOf(trx, podPage, rows => rows.where({ podId }).orderBy('pageNo'))

/** Writes pages of a POD behind those that it has. */
export async function writePages(
  trx: Knex,
  { id: podId, lrId }: Pick<Pod, 'id' | 'lrId'>,
  attachmentIds: readonly number[],
  author: Author,
): Promise<PodPage[]> {
  const begun = (await pagesOf(trx, podId)).length
  if (begun + attachmentIds.length > MOST_PAGES)
    throw refusal(
      `A POD has at most ${MOST_PAGES} pages: it has ${begun}, so add ${MOST_PAGES - begun} at most`,
      'furtherIds',
    )
  const rows = attachmentIds.map((attachmentId, at) =>
    withDefaults(podPage, { podId, lrId, attachmentId, pageNo: begun + at + 1 }),
  )
  return (await insertRows(trx, podPage, rows, author)) as PodPage[]
}

/** Adds pages to a POD that counts. The desk hears of it where the POD was accepted already. */
export async function addPages(
  trx: Knex,
  { podId, attachmentIds }: { podId: number; attachmentIds: readonly number[] },
  person: Person,
  author: Author,
): Promise<number> {
  const [readable] = await ownPods(trx, podId, person)
  if (!readable) throw invalidField('podId', 'UNKNOWN_REF', 'POD must be one of yours: look for its LR')
  await holdLr(trx, readable.lrId)
  const [of] = await ownPods(trx, podId, person)
  if (of!.status !== 'UPLOADED' && of!.status !== 'ACCEPTED')
    throw refusal(`This POD was ${of!.status.toLowerCase()}: upload the pages as a new POD`, 'podId')
  await demandPages(trx, person, attachmentIds, null, at => `attachmentIds[${at}]`)
  const added = await writePages(trx, of!, attachmentIds, author)
  if (of!.status === 'ACCEPTED')
    await notifyDesk(trx, { id: of!.lrId }, { title: 'Pages were added to a POD that is accepted', body: null })
  return added.length
}

const ownPods = (trx: Knex, id: number, person: Person): Promise<Pod[]> =>
  rowsOf(trx, pod, rows => restrict(rows.where('pod.id', id), trx, pod, person, 'read')) as Promise<Pod[]>

/** Turns a page of a POD by a quarter to the right, for everybody who looks at it. Returns how far it is turned now. */
export async function turnPage(trx: Knex, id: number, person: Person, author: Author): Promise<number> {
  const [page] = (await rowsOf(trx, podPage, rows =>
    restrict(rows.where('pod_page.id', id), trx, podPage, person, 'read'),
  )) as PodPage[]
  if (!page) throw invalidField('pageId', 'UNKNOWN_REF', 'Page must be one of a POD of yours')
  const { quarterTurns } = await updateRow(trx, podPage, page, { quarterTurns: (page.quarterTurns + 1) % 4 }, author)
  return quarterTurns
}
