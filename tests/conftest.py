"""Settings of the whole suite."""

from hypothesis import settings

# How long an example takes says how busy the machine is; what matters here is measured in bench/.
settings.register_profile("suite", deadline=None)
settings.load_profile("suite")
