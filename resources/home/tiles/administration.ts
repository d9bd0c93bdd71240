import { accessRequest } from '../../access-control/access-request.ts'
import { messageLog } from '../../platform/message-log.ts'
import type { Tile } from '../tile.ts'

/** What IT and the service desk look after. */
export const administrationTiles: readonly Tile[] = [
  {
    name: 'sap-readings',
    group: 'administration',
    label: 'SAP readings that failed',
    roles: ['SYS_ADMIN', 'MASTER_ADMIN'],
    counts: { other: 'sap-readings' },
    at: '/masters/read-data-from-sap',
    work: { asOne: 'The last reading failed or is not whole; read again' },
  },
  {
    name: 'imports-to-finish',
    group: 'administration',
    label: 'Imports to finish',
    roles: ['MASTER_ADMIN', 'PRICING_APPROVER', 'FINANCE', 'DISPATCH', 'SYS_ADMIN'],
    counts: { other: 'imports' },
    at: '/settings/imports?toFinish=yes',
    work: { asOne: 'Your files of the last 7 days that are checked and not imported, or failed' },
  },
  {
    name: 'locked-logins',
    group: 'administration',
    label: 'Locked logins',
    roles: ['SYS_ADMIN', 'CSC_AGENT'],
    counts: { other: 'locked-logins' },
    at: '/access-control/unlock-employee',
    work: { asOne: 'They cannot sign in until they are unlocked' },
  },
  {
    name: 'failed-messages',
    group: 'administration',
    label: 'Messages that failed',
    roles: ['SYS_ADMIN'],
    counts: { list: messageLog, where: { status: ['FAILED'] } },
    since: 'createdAt',
    at: '/settings/messages?f.status=in.FAILED',
    work: { who: ['{toAddress}'], key: '{messageNo}', why: '{subject} · {errorText}' },
  },
  {
    name: 'access-requests',
    group: 'administration',
    label: 'Access requests',
    roles: ['SYS_ADMIN'],
    counts: { list: accessRequest, where: { status: ['OPEN'] } },
    since: 'createdAt',
    at: '/access-control/assign-roles',
    work: { who: ['{requesterId}'], key: '{screen}', why: '{reason}', due: { workingDays: 1 } },
  },
]
