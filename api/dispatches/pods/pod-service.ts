import type { Knex } from 'knex'
import { can } from '../../../resources/capabilities.ts'
import type { Fault } from '../../../resources/define/validate.ts'
import { pod } from '../../../resources/dispatches/pods/pod.ts'
import { requireRight } from '../../derive/rights/conditions.ts'
import type { Person } from '../../derive/rights/person.ts'
import { requireAuthor, requirePerson } from '../../derive/rights/require-person.ts'
import type { StoredRow } from '../../derive/row-codec.ts'
import { bodyObject, readBody } from '../../derive/save/read-body.ts'
import { type Call, ResourceService } from '../../derive/service.ts'
import { seesFile } from '../../files/attachments.ts'
import { invalid, invalidField } from '../../platform/errors.ts'
import { transact } from '../../platform/transact.ts'
import { type PodInput, uploadPod } from './upload-pod.ts'

/** What a POD is uploaded with. */
export const podInputs = [
  'lrId',
  'attachmentId',
  'deliveredOn',
  'receivedBy',
  'packagesReceived',
  'shortagePackages',
  'damagePackages',
  'temperature',
  'isLoggerRead',
  'remarks',
  'requestKey',
] as const

/** PODs over Feathers: read like every record, uploaded for an LR, verified by actions. */
export class PodService extends ResourceService {
  override async create(data: unknown, call: Call = {}): Promise<StoredRow> {
    const person = requirePerson(call)
    const author = requireAuthor(call)
    requireRight(person, this.resource, 'create')
    const input = readPod(data)
    const via = author.source !== 'UI' ? 'API' : can(person, 'reportAsDispatchDesk') ? 'SINGLE' : 'TRANSPORTER'
    const { id } = await transact(this.Model, async trx => {
      await demandScan(trx, person, input)
      return uploadPod(trx, input, via, person, author)
    })
    return this.get(id, { ...call, query: {} })
  }
}

function readPod(body: unknown): PodInput {
  const faults: Fault[] = []
  const read = readBody(pod, podInputs, bodyObject(body, 'The POD'), faults)
  if (faults.length > 0) throw invalid(faults)
  return read
}

/** Throws 400 unless the photo is one that the person uploaded for a POD and that no other POD names. */
async function demandScan(trx: Knex, person: Person, { attachmentId, requestKey }: PodInput) {
  const known = await seesFile(trx, person, attachmentId, 'POD')
  if (!known) throw invalidField('attachmentId', 'UNKNOWN_REF', 'Photo or scan is not known: upload it first')
  const used = await trx('pod').where({ attachmentId }).first('requestKey')
  if (used && (requestKey === null || used.requestKey !== requestKey))
    throw invalidField('attachmentId', 'USED', 'Photo or scan belongs to another POD: take one of this LR')
}
