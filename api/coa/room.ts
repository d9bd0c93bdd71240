import { coaFile } from '../../resources/coa/coa-batch.ts'
import { coaDocument } from '../../resources/coa/coa-document.ts'
import { coaMappingSheet } from '../../resources/uploads/coa-mapping.ts'
import type { Room } from '../derive/define-room.ts'
import { extend } from '../derive/extend.ts'
import { defineScopes } from '../derive/rights/define-scopes.ts'
import { certificatesOfGoods } from './certificates-of-goods.ts'
import {
  changeVisibility,
  confirmGuesses,
  importMappings,
  leaveFilesOut,
  mapFile,
  withdrawCertificates,
} from './tray-actions.ts'

extend(coaDocument, { actions: { withdraw: withdrawCertificates, setVisibility: changeVisibility } })
extend(coaFile, {
  actions: { confirm: confirmGuesses, map: mapFile, leaveOut: leaveFilesOut },
  upload: { sheet: coaMappingSheet, save: importMappings },
})

defineScopes({ certificatesOfMyGoods: (db, { customerId }) => certificatesOfGoods(db, customerId ?? 0) })

/** Certificates of analysis: their upload, their search and their links. */
export const certificateRoom: Room = {
  serves: () => import('./serve.ts'),
}
