/** What ties a control to its label, its hint and its error, whatever kind of control it is. */
export interface Control {
  id: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  status?: 'error' | '' | undefined
  disabled?: boolean | undefined
}
