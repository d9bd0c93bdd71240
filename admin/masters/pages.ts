import { recordPage, recordPages } from '../derive/record-pages.ts'
import type { Page } from '../shell/page-list.ts'

/** The pages of masters that are not derived whole. */
export const masterPages: readonly Page[] = [
  {
    path: '/masters/contact-details',
    title: 'Edit My Contact Details',
    group: 'masters',
    purpose: 'Your login, roles, sign-ins and password.',
    who: 'signed-in',
    load: () => import('./contact-details.tsx'),
  },
  {
    path: '/masters/sap-readings',
    title: 'Reads from SAP',
    who: { action: 'read', subject: 'sap-sync-runs' },
    load: recordPage('sap-sync-runs'),
  },
  {
    path: '/sap-sync-runs/show/:id',
    title: 'Reading From SAP',
    who: { action: 'read', subject: 'sap-sync-runs' },
    load: recordPage('sap-sync-runs'),
  },
  {
    path: '/masters/rate-contract-customer/import',
    title: 'Import Rate Contracts',
    who: { action: 'import', subject: 'masters/rate-contract-customer' },
    load: () => import('./import-rate-contracts.tsx'),
  },
  {
    path: '/masters/customer-annexure/import',
    title: 'Import Customer Annexures',
    who: { action: 'import', subject: 'masters/customer-annexure' },
    load: () => import('./import-annexures.tsx'),
  },
  {
    path: '/masters/upload-outstanding/import',
    title: 'Import Outstanding Data',
    who: { action: 'import', subject: 'masters/upload-outstanding' },
    load: () => import('./import-outstanding.tsx'),
  },
  {
    path: '/masters/read-data-from-sap/:file/import',
    title: 'Read From A File Of SAP',
    who: { action: 'import', subject: 'sap-sync-runs' },
    load: () => import('./import-sap-file.tsx'),
  },
  ...recordPages(
    {
      path: '/masters/upload-expected-delivery-dates',
      title: 'Upload Expected Delivery Dates For Pending Orders',
      group: 'masters',
      one: 'Expected Delivery Date',
    },
    'masters/upload-expected-delivery-dates',
  ),
  {
    path: '/masters/upload-expected-delivery-dates/import',
    title: 'Import Expected Delivery Dates',
    who: { action: 'import', subject: 'masters/upload-expected-delivery-dates' },
    load: () => import('./import-expected-dates.tsx'),
  },
  ...recordPages(
    {
      path: '/masters/rate-contract-errors',
      title: 'Rate Contract Errors',
      group: 'masters',
      count: { resource: 'masters/rate-contract-errors', query: { status: 'OPEN' } },
      one: 'Rate Contract Error',
    },
    'masters/rate-contract-errors',
  ),
  {
    path: '/masters/customer-annexure-view',
    title: 'Customer Annexure View',
    group: 'masters',
    purpose:
      'Agreed prices and quantities of a customer, ordered quantities, and the customer’s acceptance; view and print.',
    who: { action: 'read', subject: 'masters/customer-annexure' },
    load: () => import('./customer-annexure-view.tsx'),
  },
  {
    path: '/masters/state-city',
    title: 'State City',
    group: 'masters',
    purpose: 'The cities of each state, and the sales area each belongs to.',
    who: { action: 'read', subject: 'masters/state-city' },
    load: () => import('./state-city.tsx'),
  },
  {
    path: '/masters/zone-area',
    title: 'ZoneArea',
    group: 'masters',
    purpose: 'The sales areas in the four zones, each with its manager.',
    who: { action: 'read', subject: 'masters/zone-area' },
    load: () => import('./zone-area.tsx'),
  },
  {
    path: '/masters/attachment',
    title: 'Attachment',
    heading: 'Shared documents',
    group: 'masters',
    purpose: 'Shared documents: forms, price lists and policies, each for its audience.',
    who: { action: 'read', subject: 'attachments' },
    load: () => import('./attachment.tsx'),
  },
  {
    path: '/masters/attachment/create',
    title: 'Upload Documents',
    who: { action: 'create', subject: 'attachments' },
    load: () => import('./add-documents.tsx'),
  },
  {
    path: '/masters/attachment/show/:id',
    title: 'Attachment',
    who: { action: 'read', subject: 'attachments' },
    load: () => import('./attachment.tsx'),
  },
  {
    path: '/masters/dashboard',
    title: 'Dashboard (Customer 360)',
    heading: 'Customer 360',
    group: 'masters',
    purpose: 'One customer on one page: credit, orders, invoices, contracts and licences.',
    who: { capability: 'seeCustomer360' },
    load: () => import('./dashboard.tsx'),
  },
  {
    path: '/masters/read-data-from-sap',
    title: 'Read Data From SAP',
    group: 'masters',
    purpose: 'Data read from SAP: when, how many rows, and what was rejected.',
    who: { action: 'read', subject: 'sap-sync-runs' },
    load: () => import('./read-data-from-sap.tsx'),
  },
]
