import { recordPages } from '../derive/record-pages.ts'
import { ANY, type Page } from '../shell/page-list.ts'

/** The pages of settings and messages. */
export const settingsPages: readonly Page[] = [
  {
    path: '/settings/messages',
    title: 'Messages',
    group: 'settings',
    purpose: 'E-mails and SMS of the portal, with their delivery status.',
    who: { action: 'export', subject: 'message-logs' },
    load: () => import('./messages.tsx'),
  },
  {
    path: '/message-logs/show/:id',
    title: 'Message',
    who: { action: 'read', subject: 'message-logs' },
    load: () => import('./messages.tsx'),
  },
  {
    path: '/settings/sap-simulator',
    title: 'Simulated SAP',
    group: 'settings',
    purpose: 'Behaviour, documents and recent calls of the simulated SAP.',
    who: { capability: 'steerSimulatedSap' },
    needsSimulatedSap: true,
    load: () => import('./sap-simulator.tsx'),
  },
  {
    path: '/settings/app-setting',
    title: 'Settings',
    group: 'settings',
    who: { action: 'read', subject: 'settings/app-setting' },
    load: () => import('./app-setting.tsx'),
  },
  {
    path: '/settings/all-settings',
    title: 'Settings',
    who: { action: 'read', subject: 'settings/app-setting' },
    load: () => import('./all-settings.tsx'),
  },
  {
    path: '/settings/sap-settings',
    title: 'SAP Settings',
    group: 'settings',
    purpose: 'Names, schedules and accounts for the SAP connection.',
    who: { action: 'read', subject: 'settings/app-setting' },
    load: () => import('./sap-settings.tsx'),
  },
  ...recordPages(
    {
      path: '/settings/retention',
      title: 'Retention',
      group: 'settings',
      one: 'Retention',
    },
    'settings/retention',
  ),
  {
    path: '/settings/background-work',
    title: 'Background Work',
    group: 'settings',
    who: { action: 'read', subject: 'settings/background-work' },
    load: () => import('./background-work.tsx'),
  },
  {
    path: '/settings/imports',
    title: 'Imports',
    group: 'settings',
    purpose: 'Who sent each file, what it changed, and roll-back.',
    who: {
      anyOf: [
        { action: 'import', subject: ANY },
        { action: 'read', subject: 'import-jobs' },
      ],
    },
    load: () => import('./imports.tsx'),
  },
]
