import { state } from '../../resources/masters/state.ts'
import { productRowsOf } from './give-rows.ts'

/** The states and union territories by their GST code, with the ISO 3166-2 codes in force since 2023. */
const list = [
  ['01', 'Jammu and Kashmir', 'IN-JK', 'UT'],
  ['02', 'Himachal Pradesh', 'IN-HP'],
  ['03', 'Punjab', 'IN-PB'],
  ['04', 'Chandigarh', 'IN-CH', 'UT'],
  ['05', 'Uttarakhand', 'IN-UK'],
  ['06', 'Haryana', 'IN-HR'],
  ['07', 'Delhi', 'IN-DL', 'UT'],
  ['08', 'Rajasthan', 'IN-RJ'],
  ['09', 'Uttar Pradesh', 'IN-UP'],
  ['10', 'Bihar', 'IN-BR'],
  ['11', 'Sikkim', 'IN-SK'],
  ['12', 'Arunachal Pradesh', 'IN-AR'],
  ['13', 'Nagaland', 'IN-NL'],
  ['14', 'Manipur', 'IN-MN'],
  ['15', 'Mizoram', 'IN-MZ'],
  ['16', 'Tripura', 'IN-TR'],
  ['17', 'Meghalaya', 'IN-ML'],
  ['18', 'Assam', 'IN-AS'],
  ['19', 'West Bengal', 'IN-WB'],
  ['20', 'Jharkhand', 'IN-JH'],
  ['21', 'Odisha', 'IN-OD'],
  ['22', 'Chhattisgarh', 'IN-CG'],
  ['23', 'Madhya Pradesh', 'IN-MP'],
  ['24', 'Gujarat', 'IN-GJ'],
  ['26', 'Dadra and Nagar Haveli and Daman and Diu', 'IN-DH', 'UT'],
  ['27', 'Maharashtra', 'IN-MH'],
  ['29', 'Karnataka', 'IN-KA'],
  ['30', 'Goa', 'IN-GA'],
  ['31', 'Lakshadweep', 'IN-LD', 'UT'],
  ['32', 'Kerala', 'IN-KL'],
  ['33', 'Tamil Nadu', 'IN-TN'],
  ['34', 'Puducherry', 'IN-PY', 'UT'],
  ['35', 'Andaman and Nicobar Islands', 'IN-AN', 'UT'],
  ['36', 'Telangana', 'IN-TS'],
  ['37', 'Andhra Pradesh', 'IN-AP'],
  ['38', 'Ladakh', 'IN-LA', 'UT'],
  // GST's code for places outside every state, such as the continental shelf; ISO has none.
  ['97', 'Other Territory', 'IN-OT'],
] as const

export const states = productRowsOf(
  state,
  list.map(([gstStateCode, name, isoCode, ut]) => ({ gstStateCode, name, isoCode, isUnionTerritory: ut === 'UT' })),
)
