import { sites } from '../access.ts'
import { reference } from '../define/fields.ts'
import { resource } from '../define/resource.ts'
import { state } from '../masters/state.ts'
import { cnf } from './cnf.ts'

/** The states to which a CnF may supply. */
export const cnfState = resource({
  group: 'access-control',
  name: 'cnf-state',
  title: 'States of a CnF',
  one: 'state of a CnF',
  purpose: 'The states that each CnF serves.',
  fields: {
    cnfId: reference(cnf),
    stateId: reference(state, { aliases: ['gst_state_code'] }),
  },
  key: ['cnfId', 'stateId'],
  display: ['cnfId', 'stateId'],
  list: ['cnfId', 'stateId'],
  sort: ['cnfId', 'stateId'],
  access: sites,
  within: { DISPATCH: { cnfId: 'cnfsOfMyPlants' } },
})
