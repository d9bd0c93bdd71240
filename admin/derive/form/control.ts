/** The attributes that tie a control to its label, hint and error. */
export interface Control {
  id: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: boolean | undefined
  status?: 'error' | '' | undefined
  disabled?: boolean | undefined
}
