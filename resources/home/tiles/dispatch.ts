import { invoice } from '../../dispatches/invoice.ts'
import { lr } from '../../dispatches/lr.ts'
import { pod } from '../../dispatches/pods/pod.ts'
import { trackingEvent } from '../../dispatches/tracking-event.ts'
import { underwayStatuses } from '../../shipment-tracking/dashboard.ts'
import { searchShipments } from '../../shipment-tracking/search-shipments.ts'
import type { Tile } from '../tile.ts'
import { buyers, sales } from './who.ts'

/** Goods at the gate and on the road, and the proofs of their delivery. */
export const dispatchTiles: readonly Tile[] = [
  {
    name: 'waiting-invoices',
    group: 'dispatch',
    label: 'Invoices to dispatch',
    roles: ['DISPATCH'],
    counts: { other: 'waiting-invoices' },
    at: '/dispatches/add-lr-details',
    work: {
      since: 'invoiceDate',
      opens: { path: '/dispatches/add-lr-details', label: 'Add an LR' },
      who: ['{shipToId}', '{soldToId}'],
      key: '{invoiceNo}',
      why: 'Waits for an LR · {plantId}',
      amount: ['grossValue'],
      due: { workingDays: 1 },
      rows: {
        list: invoice,
        where: {
          isCollected: false,
          dispatchStatus: ['PENDING', 'PARTIAL'],
          invoiceType: ['INVOICE'],
          isCancelled: false,
        },
      },
    },
  },
  {
    name: 'eway-bills-ending',
    group: 'dispatch',
    label: 'E-way bills that end',
    roles: ['DISPATCH'],
    counts: { other: 'eway-bills-ending' },
    at: '/dispatches/e-way-bills',
    work: { asOne: 'They end soon or have ended; have them extended' },
  },
  {
    name: 'party-will-collect',
    group: 'dispatch',
    label: 'To be collected (PWC)',
    roles: ['DISPATCH', ...buyers],
    counts: {
      list: invoice,
      where: {
        isCollected: true,
        dispatchStatus: ['PENDING', 'PWC_READY'],
        invoiceType: ['INVOICE'],
        isCancelled: false,
      },
    },
    since: 'invoiceDate',
    at: '/dispatches/party-will-collect',
    work: {
      opens: { path: '/dispatches/party-will-collect', label: 'Record the collection' },
      who: ['{soldToId}'],
      key: '{invoiceNo}',
      why: 'To be collected at {plantId}',
      amount: ['grossValue'],
    },
  },
  {
    name: 'pods-to-verify',
    group: 'dispatch',
    label: 'PODs to verify',
    roles: ['DISPATCH', 'CSC_AGENT'],
    counts: { list: pod, where: { status: ['UPLOADED'] } },
    since: 'createdAt',
    at: '/dispatches/verify-pods',
    work: {
      opens: { path: '/dispatches/verify-pods', label: 'Verify with the photo' },
      who: ['LR {lrId}'],
      why: '{packagesReceived} received · {shortagePackages} short · {damagePackages} damaged',
      key: 'by {receivedBy}',
      due: { workingDays: 2 },
    },
  },
  {
    name: 'contradicting-pods',
    group: 'dispatch',
    label: 'PODs that contradict the report',
    roles: ['DISPATCH'],
    counts: { list: pod, where: { comparison: ['CONTRADICTS'] } },
    since: 'createdAt',
    work: {
      opens: { path: '/dispatches/lr/{lrId}', label: 'Say which holds' },
      who: ['LR {lrId}'],
      why: 'POD says {deliveredOn} · {reportedStatus} was reported for {reportedOn}',
      due: { workingDays: 2 },
    },
  },
  {
    name: 'deliveries-to-record',
    group: 'dispatch',
    label: 'Deliveries to record',
    roles: ['TRANSPORTER'],
    counts: {
      list: searchShipments,
      where: { lrDate: { within: 'last-90-days' }, deliveryStatus: underwayStatuses },
    },
    since: 'lrDate',
    late: { label: 'past their date', where: { expectedDeliveryDate: { olderThan: 1 } } },
    work: {
      opens: { path: '/dispatches/lr/{lrId}?event=new', label: 'Record the delivery' },
      who: ['{customerId}, {toCityId}', '{toCityId}'],
      key: 'LR {lrNo}',
      why: '{deliveryStatus} · {packages} packages',
      due: 'expectedDeliveryDate',
    },
  },
  {
    name: 'proofs-to-upload',
    group: 'dispatch',
    label: 'Proofs of delivery to upload',
    roles: ['TRANSPORTER', 'DISPATCH'],
    counts: {
      list: searchShipments,
      where: {
        lrDate: { within: 'last-90-days' },
        deliveryStatus: ['DELIVERED'],
        podStatus: ['NONE', 'REJECTED'],
      },
    },
    since: 'deliveredOn',
    work: {
      opens: { path: '/dispatches/upload-pod?lr={lrId}', label: 'Upload the proof' },
      who: ['{customerId}, {toCityId}', '{toCityId}'],
      key: 'LR {lrNo}',
      why: 'Delivered on {deliveredOn} · POD: {podStatus}',
      due: { workingDays: 2 },
    },
  },
  {
    name: 'desk-tasks',
    group: 'dispatch',
    label: 'Returns and losses to confirm',
    roles: ['DISPATCH'],
    counts: { list: trackingEvent, where: { confirmation: ['AWAITED'] } },
    since: 'createdAt',
    at: '/dispatches/desk-tasks',
    work: {
      opens: { path: '/dispatches/desk-tasks', label: 'Confirm at the desk' },
      who: ['LR {lrId}'],
      why: '{eventCode} · {remarks}',
      key: '{location}',
      due: { workingDays: 1 },
    },
  },
  {
    name: 'part-b-to-update',
    group: 'dispatch',
    label: 'E-way bills with another vehicle',
    roles: ['DISPATCH'],
    counts: { list: lr, where: { partBDue: true } },
    since: 'lrDate',
    at: '/dispatches/desk-tasks?task=part-b',
    work: {
      opens: { path: '/dispatches/lr/{id}', label: 'Record Part B' },
      who: ['LR {lrNo}, {toCityId}'],
      why: 'On {vehicleNo} · e-way bill: {partBVehicleNo}',
      key: '{transporterId}',
    },
  },
  {
    name: 'part-b-of-transporter',
    group: 'dispatch',
    label: 'E-way bills with another vehicle',
    roles: ['TRANSPORTER'],
    counts: { list: lr, where: { partBDue: true } },
    since: 'lrDate',
    work: {
      opens: { path: '/dispatches/lr/{id}?event=new', label: 'Report Part B' },
      who: ['LR {lrNo}, {toCityId}'],
      why: 'On {vehicleNo} · e-way bill: {partBVehicleNo}',
      key: '{fromCityId}',
    },
  },
  {
    name: 'shipments-underway',
    group: 'dispatch',
    label: 'Shipments on the way',
    roles: [...buyers, ...sales, 'CSC_AGENT', 'DISPATCH'],
    counts: {
      list: searchShipments,
      where: { lrDate: { within: 'last-90-days' }, deliveryStatus: underwayStatuses },
    },
    since: 'lrDate',
    late: { label: 'past their date', where: { expectedDeliveryDate: { olderThan: 1 } } },
    work: {
      opens: { path: '/dispatches/lr/{lrId}', label: 'Open the LR' },
      who: ['{customerId}', '{toCityId}'],
      key: 'LR {lrNo}',
      why: '{deliveryStatus} · {transporterId}',
      due: 'expectedDeliveryDate',
      roles: ['DISPATCH', 'CSC_AGENT', 'SALES_REP', 'SALES_MANAGER'],
      rows: {
        list: searchShipments,
        where: {
          lrDate: { within: 'last-90-days' },
          deliveryStatus: underwayStatuses,
          expectedDeliveryDate: { olderThan: 1 },
        },
      },
    },
  },
]
