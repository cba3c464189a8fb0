import type { ExtraTexts } from '../../texts.ts';

export const admin: ExtraTexts['admin'] = {
  onlyRole: 'Only the %{role} role can change this',
  operatorCases: {
    cases: 'Open cases',
    casesFailed: 'The cases did not load.',
    noCases: 'No open cases.',
    allCases: 'All open cases: %{n}',
  },
  fresh: {
    title: 'Confirm with your password',
    about: 'Only an administrator can change this. Enter your password: it will not be asked for again for 30 min.',
    submit: 'Continue',
  },
  billing: {
    earlier: 'Previous month',
    later: 'Next month',
    failed: 'The billing figures did not load',
    figures: {
      Active: 'Active vouchers',
      Began: 'Of which started',
      Ended: 'Of which closed',
      VoucherDays: 'Voucher days',
    },
  },
  key: {
    make: 'Create key',
    once: 'Copy the key now, it will not be shown again.',
    use: 'The platform sends it in the header Authorization: Bearer.',
    copy: 'Copy the key',
    copied: 'Key copied to the clipboard',
    notCopied: 'It could not be copied. Select the key and copy it yourself.',
    done: 'To the keys',
  },
  traccar: {
    title: 'Connect Traccar',
    about:
      'A Traccar server, version 5 or newer, forwards positions and events here by itself. Add these lines to traccar.xml and restart Traccar:',
    yourKey: 'YOUR_KEY',
    copy: 'Copy the lines',
    copied: 'The lines were copied to the clipboard',
    notCopied: 'They could not be copied. Select the lines and copy them yourself.',
    devices:
      'A device is known by its unique identifier in Traccar, usually the IMEI. Unknown ones wait in quarantine, where any identifier can be mapped to a device.',
    alarms:
      'The alarm accident becomes an accident without a curve, sos an accident of the kind SOS; one accident while the alarm stays raised. powerCut, removing and tampering appear among the device faults, harsh manoeuvres among the events of the vehicle, where they do not count in the score. Other alarms cause a notification.',
    query: 'Where no header can be set, the key may follow the address: ?key=%{key}',
  },
  webhook: {
    about:
      'Drivedesk sends a challenge to the address, and the receiver must repeat it in its answer at once. The webhook becomes active after that.',
    asking: 'Waiting for the receiver’s answer…',
    make: 'Check and activate',
    once: 'Copy the secret now, it will not be shown again.',
    use: 'With it the receiver checks the signature in the header webhook-signature.',
    copy: 'Copy the secret',
    copied: 'Secret copied to the clipboard',
    notCopied: 'It could not be copied. Select the secret and copy it yourself.',
    done: 'To the webhook',
  },
  texts: {
    about: 'A text changes for everybody at once. Placeholders must stay.',
    search: 'Search by text or key',
    key: 'Key',
    ru: 'Russian',
    en: 'English',
    changed: 'changed',
    onlyChanged: 'Changed only',
    shown: 'Shown: %{n} of %{total}',
    many: 'texts',
    failed: 'The texts did not load',
    edit: 'Change the text',
    back: 'Restore default',
    save: 'Save',
    saved: 'Text changed',
  },
  company: {
    about: 'The manager gets an e-mail with a link. Only the new company’s own users see its data.',
    make: 'Create company',
    made: 'The company “%{name}” was created; the invitation was sent to %{email}.',
    back: 'To the companies',
  },
};
