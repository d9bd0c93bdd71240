import type { Knex } from 'knex'
import { complaint } from '../../resources/complaints/complaint.ts'
import { isOpenComplaint } from '../../resources/complaints/complaint-flow.ts'
import { complaintNote } from '../../resources/complaints/complaint-note.ts'
import type { Fault } from '../../resources/define/validate.ts'
import { requireRight, restrict } from '../derive/rights/conditions.ts'
import { type Person, readPerson } from '../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../derive/rights/require-person.ts'
import type { StoredRow } from '../derive/row-codec.ts'
import { bodyObject, readBody } from '../derive/save/read-body.ts'
import { type Call, ResourceService } from '../derive/service.ts'
import { seesFile } from '../files/attachments.ts'
import { notify } from '../mail/notify.ts'
import { conflict, invalid, invalidField } from '../platform/errors.ts'
import { runIdempotent } from '../platform/idempotency.ts'
import { writesInternally } from './complaint-input.ts'
import { pathOf, tellAnswerers, tellOfAnswer } from './complaint-news.ts'
import { lockComplaint } from './take-complaint-step.ts'
import { writeNote } from './write-note.ts'

const noteFields = ['complaintId', 'body', 'audience', 'attachmentId'] as const
const MOST_MENTIONS = 10

/** Notes on complaints: everybody who reads the complaint reads them, except internal ones, which only employees read. */
export class ComplaintNoteService extends ResourceService {
  /** `POST /api/complaint-notes`: adds a note, and notifies the other side and those mentioned. */
  override async create(data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = requirePerson(call)
    requireRight(person, complaint, 'update')
    const author = requireAuthor(call)
    const { mentions = [], ...given } = bodyObject(data, 'The note')
    const faults: Fault[] = []
    const note = readBody(complaintNote, noteFields, given, faults)
    const mentioned = readMentions(mentions, faults)
    if (faults.length > 0) throw invalid(faults)
    if (note.audience === 'INTERNAL' && !writesInternally(person))
      throw invalidField('audience', 'RULE', 'Internal notes are for our own people: send it for the customer')
    const { id } = await runIdempotent(this.Model, call, 'complaint-notes', data, async trx => {
      const row = await lockComplaint(trx, note.complaintId, person)
      if (!isOpenComplaint(row) && row.status !== 'RESOLVED')
        throw conflict('NOT_ALLOWED_STATE', `Complaint ${row.complaintNo} is over: nothing is added to it any more`)
      if (note.attachmentId !== null && !(await seesFile(trx, person, note.attachmentId, 'COMPLAINT')))
        throw invalidField('attachmentId', 'UNKNOWN_REF', 'File is not known: send it again')
      await demandReaders(trx, row.id, note.audience, mentioned)
      await writeNote(trx, note, person, author)
      if (note.audience === 'SHARED' && person.userType === 'EMPLOYEE') await tellOfAnswer(trx, row, person, note.body)
      await tellAnswerers(trx, row, `${person.name} on complaint ${row.complaintNo}`, note.body, person.id)
      await notify(
        trx,
        mentioned.filter(one => one !== person.id),
        {
          title: `${person.name} names you on complaint ${row.complaintNo}`,
          body: note.body.slice(0, 200),
          link: pathOf(row),
        },
      )
      return trx('complaint_note')
        .where({ complaintId: row.id, createdById: person.id })
        .orderBy('id', 'desc')
        .first('id')
    })
    return this.get(id, { ...call, query: {} })
  }
}

function readMentions(given: unknown, faults: Fault[]): number[] {
  if (Array.isArray(given) && given.length <= MOST_MENTIONS && given.every(id => Number.isSafeInteger(id)))
    return [...new Set(given as number[])]
  faults.push({ field: 'mentions', code: 'TYPE', message: `mentions must name at most ${MOST_MENTIONS} users` })
  return []
}

/** Throws 400 unless everybody who is mentioned can read the note. */
async function demandReaders(trx: Knex, complaintId: number, audience: string, mentions: readonly number[]) {
  for (const id of mentions) {
    const reader = await readPerson(trx, id)
    if (reader && (audience === 'SHARED' || writesInternally(reader)) && (await reads(trx, reader, complaintId)))
      continue
    const message = `${reader?.name ?? 'Somebody'} cannot read this note: leave the mention out`
    throw invalidField('mentions', 'RULE', message)
  }
}

async function reads(trx: Knex, reader: Person, id: number): Promise<boolean> {
  if (!reader.ability.can('read', complaint.path)) return false
  const rows = restrict(trx('complaint').where('complaint.id', id), trx, complaint, reader, 'read')
  return (await rows.first('complaint.id')) !== undefined
}
