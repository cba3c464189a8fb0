import type { Texts } from '../texts.ts';

export const reactAdmin: Texts['ra'] = {
  action: {
    clear_input_value: 'Clear value',
    close: 'Close',
    create: 'Create',
    create_item: 'Create %{item}',
    delete: 'Delete',
    open: 'Open',
  },
  auth: { auth_check_error: 'Please login to continue' },
  message: {
    invalid_form: 'The form is not valid. Please check for errors',
    loading: 'Please wait',
    select_all_limit_reached:
      'There are too many elements to select them all. Only the first %{max} elements were selected.',
    unsaved_changes: "Some of your changes weren't saved. Are you sure you want to ignore them?",
  },
  notification: {
    created: 'Record created',
    http_error: 'Server communication error',
    item_doesnt_exist: 'Record does not exist',
    logged_out: 'Your session has ended, please sign in again.',
    not_authorized: "You're not authorized to access this section.",
    offline: 'No connectivity. Could not fetch data.',
    updated: 'Record updated |||| %{smart_count} records updated',
  },
  page: {
    create: 'Create %{name}',
    edit: '%{name} %{recordRepresentation}',
    list: '%{name}',
    show: '%{name} %{recordRepresentation}',
  },
  validation: {
    email: 'Must be a valid email',
    maxLength: 'Must be %{max} characters or less',
    maxValue: 'Must be %{max} or less',
    minLength: 'Must be %{min} characters at least',
    minValue: 'Must be at least %{min}',
    number: 'Must be a number',
    oneOf: 'Must be one of: %{options}',
    regex: 'Must match a specific format (regexp): %{pattern}',
    required: 'Required',
  },
};
