"""The errors of the server when it cannot listen on an address."""

import socket

import pytest

from turaga.errors import BadInput
from turaga.web.server import Listening


def test_the_error_for_a_port_in_use_names_no_command_line_option():
    with socket.create_server(("127.0.0.1", 0)) as used:
        port = used.getsockname()[1]
        with pytest.raises(BadInput) as error:
            Listening("127.0.0.1", port)
    assert str(error.value) == f"port {port} is already in use"
    assert (error.value.field, error.value.value) == ("port", port)


@pytest.mark.parametrize("host", ["192.0.2.1", "no.such.host.invalid", ""])
def test_the_error_for_an_unknown_host_is_about_the_host(host):
    with pytest.raises(BadInput) as error:
        Listening(host, 0)
    assert (error.value.field, error.value.value) == ("host", host)
    assert (
        str(error.value)
        == f"host {host!r} is not an address of this machine: use an address such as 127.0.0.1"
    )
